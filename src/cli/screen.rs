//! Stdout for results, stderr for the rest, and colour where it is wanted.

use super::Failure;
use anstream::{AutoStream, ColorChoice};
use schema_compat::report::{Paint, Tone};
use std::io::{self, BufWriter, Write};

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Makes this the choice of the process.
    pub fn apply(self) {
        let choice = match self {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The two output streams.
pub struct Screen {
    out: BufWriter<AutoStream<io::StdoutLock<'static>>>,
    err: AutoStream<io::Stderr>,
    /// Whether results are coloured.
    pub paint: Paint,
    /// Whether messages are coloured.
    pub err_paint: Paint,
}

impl Screen {
    /// Takes stdout for the rest of the run.
    pub fn new() -> Self {
        let paint = |choice| if choice == ColorChoice::Never { Paint::Plain } else { Paint::Colour };
        let (out, err) = (io::stdout().lock(), io::stderr());
        let (out_choice, err_choice) = (AutoStream::choice(&out), AutoStream::choice(&err));
        Screen {
            paint: paint(out_choice),
            err_paint: paint(err_choice),
            out: BufWriter::new(AutoStream::new(out, out_choice)),
            err: AutoStream::new(err, err_choice),
        }
    }

    /// Writes a piece of the result.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// Writes a line of the result.
    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.print(text)?;
        self.print("\n")
    }

    /// Makes sure that what was written is out.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    /// Tells people something that is not a result.
    pub fn aside(&mut self, text: &str) {
        // Nothing is left to do when stderr is gone.
        let _ = self.flush();
        let _ = writeln!(self.err, "{text}");
    }

    /// Tells people what went wrong.
    pub fn error(&mut self, message: &str) {
        let head = self.err_paint.tone(Tone::Bad, "error");
        self.aside(&format!("{head}: {message}"));
    }
}
