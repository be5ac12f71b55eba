//! The program `naqala`: everything it does is in the library; here are only its arguments and what it prints.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
