//! The command line of schema-compat: arguments in, results on stdout, an exit code.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
