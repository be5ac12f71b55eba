//! A ladder of players: ratings in Elo's scale from who beat whom, all pairings at once, with how sure they are.
//!
//! The model is Bradley and Terry's: the chance that one beats another depends on the difference of their ratings alone. A
//! draw counts as half a win for both. So that a player who won all his games gets a rating too, each pair that met is
//! given one drawn game more.

/// What two players scored against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The players' numbers.
    pub players: [usize; 2],
    /// Half points of the first.
    pub half_points: u64,
    /// Games that were won or drawn.
    pub games: u64,
}

/// A player's place on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rung {
    /// The player's number.
    pub player: usize,
    /// The rating; the mean of all players is 0.
    pub elo: f64,
    /// Half of the 95 % interval.
    pub margin: f64,
    /// Games that count.
    pub games: u64,
}

/// 97.5 % of a normal distribution lie below this.
const Z: f64 = 1.959_963_984_540_054;
/// The most rounds; far fewer are needed.
const ROUNDS: usize = 10_000;
/// Elo's points for a factor of e.
fn points(strength: f64) -> f64 {
    strength * 400.0 / std::f64::consts::LN_10
}

/// The ladder, the strongest first. Players who met nobody, directly or through others, are left out: only the group of
/// the first player who met somebody is rated, since nothing compares two groups.
pub fn ladder(count: usize, meetings: &[Meeting]) -> Vec<Rung> {
    let mut wins = vec![0.0; count];
    let mut games = vec![vec![0.0; count]; count];
    let mut played = vec![0; count];
    for meeting in meetings.iter().filter(|meeting| meeting.games > 0 && meeting.players[0] != meeting.players[1]) {
        let [one, two] = meeting.players;
        if one >= count || two >= count {
            continue;
        }
        if games[one][two] == 0.0 {
            // The drawn game that keeps ratings finite.
            wins[one] += 0.5;
            wins[two] += 0.5;
            games[one][two] += 1.0;
            games[two][one] += 1.0;
        }
        let (n, points) = (meeting.games as f64, meeting.half_points as f64 / 2.0);
        wins[one] += points;
        wins[two] += n - points;
        games[one][two] += n;
        games[two][one] += n;
        played[one] += meeting.games;
        played[two] += meeting.games;
    }
    let group = group(&games);
    let mut strength = vec![1.0; count];
    for _ in 0..ROUNDS {
        let mut moved: f64 = 0.0;
        for &one in &group {
            let sum: f64 = group.iter().map(|&two| games[one][two] / (strength[one] + strength[two])).sum();
            let next = wins[one] / sum;
            moved = moved.max((next / strength[one] - 1.0).abs());
            strength[one] = next;
        }
        if moved < 1e-12 {
            break;
        }
    }
    let elo = |player: usize| points(f64::ln(strength[player]));
    let mean = group.iter().map(|player| elo(*player)).sum::<f64>() / group.len().max(1) as f64;
    let variances = variances(&group, &games, &strength);
    let mut rungs: Vec<Rung> = group
        .iter()
        .zip(variances)
        .map(|(&player, variance)| Rung {
            player,
            elo: elo(player) - mean,
            margin: Z * points(variance.max(0.0).sqrt()),
            games: played[player],
        })
        .collect();
    rungs.sort_by(|one, two| two.elo.total_cmp(&one.elo).then(one.player.cmp(&two.player)));
    rungs
}

/// The players who are tied to the first one who met somebody.
fn group(games: &[Vec<f64>]) -> Vec<usize> {
    let met = |one: usize, two: usize| games[one][two] > 0.0;
    let Some(first) = (0..games.len()).find(|&one| (0..games.len()).any(|two| met(one, two))) else {
        return Vec::new();
    };
    let mut group = vec![first];
    let mut at = 0;
    while let Some(&one) = group.get(at) {
        let more: Vec<usize> = (0..games.len()).filter(|&two| met(one, two) && !group.contains(&two)).collect();
        group.extend(more);
        at += 1;
    }
    group.sort_unstable();
    group
}

/// The variance of each log strength, their sum being fixed: the inverse of the information, whose null direction (all
/// strengths together) is filled up.
fn variances(group: &[usize], games: &[Vec<f64>], strength: &[f64]) -> Vec<f64> {
    let n = group.len();
    let mut matrix = vec![vec![0.0; 2 * n]; n];
    for (row, &one) in group.iter().enumerate() {
        for (column, &two) in group.iter().enumerate() {
            let (a, b) = (strength[one], strength[two]);
            let information = if row == column { 0.0 } else { games[one][two] * a * b / ((a + b) * (a + b)) };
            matrix[row][column] -= information;
            matrix[row][row] += information;
        }
        matrix[row][n + row] = 1.0;
    }
    for row in &mut matrix {
        row[..n].iter_mut().for_each(|cell| *cell += 1.0 / n as f64);
    }
    // Gauss and Jordan: the matrix is symmetric and positive, so no row has to be exchanged.
    for pivot in 0..n {
        let by = matrix[pivot][pivot];
        if by <= 0.0 {
            return vec![f64::INFINITY; n];
        }
        matrix[pivot].iter_mut().for_each(|cell| *cell /= by);
        let chosen = matrix[pivot].clone();
        for (row, cells) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
            let _ = row;
            let factor = cells[pivot];
            cells.iter_mut().zip(&chosen).for_each(|(cell, chosen)| *cell -= factor * chosen);
        }
    }
    // The direction that was filled up adds 1 / n to every entry.
    (0..n).map(|row| matrix[row][n + row] - 1.0 / n as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_to_one_is_191_points() {
        let meeting = Meeting { players: [0, 1], half_points: 2 * 7500, games: 10_000 };
        let rungs = ladder(2, &[meeting]);
        let gap = rungs[0].elo - rungs[1].elo;
        assert!((gap - 190.8).abs() < 0.1, "{gap}");
        // The difference has the variance 1 / (n p q); each of two has a quarter of it.
        let expected = Z * points((1.0f64 / (10_000.0 * 0.75 * 0.25)).sqrt()) / 2.0;
        assert!((rungs[0].margin - expected).abs() < 0.05, "{} {expected}", rungs[0].margin);
        assert_eq!((rungs[0].player, rungs[0].games), (0, 10_000));
    }

    #[test]
    fn a_player_who_won_everything_has_a_rating() {
        let meeting = |one, two| Meeting { players: [one, two], half_points: 40, games: 20 };
        let rungs = ladder(4, &[meeting(2, 1), meeting(1, 0), meeting(2, 0)]);
        assert_eq!(rungs.iter().map(|rung| rung.player).collect::<Vec<_>>(), [2, 1, 0]);
        assert!(rungs.iter().all(|rung| rung.elo.is_finite() && rung.margin.is_finite()));
        assert!(rungs.iter().map(|rung| rung.elo).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn nobody_met() {
        assert!(ladder(2, &[]).is_empty());
        assert!(ladder(1, &[Meeting { players: [0, 0], half_points: 5, games: 5 }]).is_empty());
    }
}
