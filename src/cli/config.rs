//! `schema-compat.toml` and the environment: defaults for flags that are not given.
//!
//! The nearest file upwards counts. A key is a flag's name; keys in a section are for that command alone. A flag beats the
//! environment (`SCHEMA_COMPAT_` and the flag in capitals), which beats the file.

use super::{Failure, input, suggest};
use clap::{Arg, Command};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The file's name.
const NAME: &str = "schema-compat.toml";
/// Flags that mean the same for every command that has them; others stand in a command's section.
const SHARED: [&str; 11] = [
    "profile",
    "profile-file",
    "model",
    "fail-on",
    "open-objects",
    "tuples",
    "infer-type",
    "optional-nullable",
    "formats",
    "draft",
    "registry",
];
/// Flags about one run, not about a project.
const NEVER: [&str; 6] = ["help", "version", "color", "jsonl", "schema", "all"];

/// The command with every flag's default taken from the environment and the nearest file.
pub fn with_defaults(mut command: Command) -> Result<Command, Failure> {
    let file = find(&std::env::current_dir()?);
    let config = file.as_deref().map(read).transpose()?.unwrap_or_default();
    check(&command, &config, file.as_deref())?;
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        let section = config.get(&name).and_then(Value::as_table);
        command = command.mut_subcommand(&name, |sub| {
            sub.mut_args(|arg| {
                let Some(long) = arg.get_long().filter(|long| !NEVER.contains(long)).map(str::to_owned) else { return arg };
                let shared = config.get(&long).filter(|_| SHARED.contains(&long.as_str()));
                let value = section.and_then(|section| section.get(&long)).or(shared);
                let variable = format!("SCHEMA_COMPAT_{}", long.replace('-', "_").to_uppercase());
                let arg = arg.env(leak(variable)).hide_env(true);
                match value {
                    Some(value) => with_default(arg, value, file.as_deref()),
                    None => arg,
                }
            })
        });
    }
    Ok(command)
}

fn with_default(arg: Arg, value: &Value, file: Option<&Path>) -> Arg {
    // A path in the file is meant from the file's folder.
    let text = |value: &Value| match value {
        Value::String(text) if arg.get_long() == Some("profile-file") => {
            file.and_then(Path::parent).map_or_else(|| text.clone(), |folder| folder.join(text).display().to_string())
        }
        Value::String(text) => text.clone(),
        Value::Integer(n) => n.to_string(),
        Value::Float(n) => n.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => String::new(),
    };
    let values: Vec<&'static str> = match value {
        Value::Array(values) => values.iter().map(|value| leak(text(value))).collect(),
        one => vec![leak(text(one))],
    };
    arg.default_values(values).hide_default_value(true)
}

/// Refuses keys that no command knows.
fn check(command: &Command, config: &Table, file: Option<&Path>) -> Result<(), Failure> {
    let file = file.map(|file| file.display().to_string()).unwrap_or_default();
    let flags = |sub: &Command| -> Vec<String> {
        sub.get_arguments().filter_map(|arg| arg.get_long()).filter(|long| !NEVER.contains(long)).map(str::to_owned).collect()
    };
    for (key, value) in config {
        if let Some(section) = value.as_table() {
            let Some(sub) = command.find_subcommand(key) else {
                let known = command.get_subcommands().map(Command::get_name);
                return Err(Failure::new(format!("{file}: {}", suggest::unknown("section", key, known, "--help"))));
            };
            let known = flags(sub);
            if let Some(wrong) = section.keys().find(|name| !known.contains(name)) {
                let known = known.iter().map(String::as_str);
                return Err(Failure::new(format!("{file}: in [{key}]: {}", suggest::unknown("key", wrong, known, "--help"))));
            }
        } else if !SHARED.contains(&key.as_str()) {
            return Err(Failure::new(format!("{file}: {}", suggest::unknown("key", key, SHARED.into_iter(), "--help"))));
        }
    }
    Ok(())
}

fn find(from: &Path) -> Option<PathBuf> {
    from.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
}

fn read(file: &Path) -> Result<Table, Failure> {
    let name = file.display().to_string();
    let text = input::read_file(&name)?;
    toml::from_str(&text).map_err(|error| Failure::new(format!("{name}: {}", error.to_string().trim_end())))
}

/// Names and defaults of flags live as long as the program; there are a few dozen.
fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}
