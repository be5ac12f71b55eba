#!/usr/bin/env bash
# Instructions a move, counted by callgrind: stable where clocks are not. Two runs of different length, their difference
# divided by the moves between them, so that starting up costs nothing.
#
# benches/instructions.sh [GAME ENGINE]...     without arguments: every game on every engine that plays it
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(cargo build --release --bench instructions --message-format=json 2>/dev/null |
    grep -o '"executable":"[^"]*instructions[^"]*"' | tail -1 | cut -d'"' -f4)
[ -n "$program" ] || { echo "the bench does not build: cargo build --release --bench instructions" >&2; exit 1; }

short=20000
long=120000

count() { # GAME ENGINE MOVES: instructions
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$2" "$3" 2>&1 >/dev/null |
        grep -o 'Collected : [0-9]*' | grep -o '[0-9]*$'
}

row() { # GAME ENGINE
    local few many
    few=$(count "$1" "$2" $short)
    many=$(count "$1" "$2" $long)
    printf '%-14s %-10s %8d\n' "$1" "$2" $(((many - few) / (long - short)))
}

printf '%-14s %-10s %8s\n' game engine "instructions a move"
if [ $# -gt 0 ]; then
    while [ $# -gt 1 ]; do
        row "$1" "$2"
        shift 2
    done
    exit
fi
for game in Oware Kalah "Nam Nam" Hus; do
    for engine in compiled tables arrays; do
        row "$game" "$engine"
    done
done
for game in Omweso Tatuingo "Tam Puduo" "Toguz Kumalak"; do
    row "$game" compiled
done
