//! Schemas straight from code: a Pydantic model or a Zod schema, printed by the user's own interpreter.
//!
//! Only on request: importing a module runs it.

use super::Failure;
use std::path::Path;
use std::process::Command;

/// Prints the JSON Schema of `module:name`.
const PYTHON: &str = r#"
import importlib, json, sys
module, _, name = sys.argv[1].partition(":")
sys.path.insert(0, "")
found = importlib.import_module(module)
for part in name.split("."):
    found = getattr(found, part)
if isinstance(found, dict):
    schema = found
elif hasattr(found, "model_json_schema"):
    schema = found.model_json_schema()
elif hasattr(found, "json_schema"):
    schema = found.json_schema()
elif isinstance(found, type) and hasattr(found, "schema") and hasattr(found, "__fields__"):
    schema = found.schema()
else:
    from pydantic import TypeAdapter
    schema = TypeAdapter(found).json_schema()
print(json.dumps(schema, indent=2, ensure_ascii=False))
"#;

/// Prints the JSON Schema of an export: Zod 4, Zod 3 with `zod-to-json-schema`, Standard JSON Schema, or the schema itself.
const NODE: &str = r"
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
const [file, name] = process.argv.slice(1).filter((a) => a !== '--').slice(-2);
const found = (await import(pathToFileURL(resolve(file)).href))[name];
if (found === undefined) throw new Error(`${file} has no export ${name}`);
const load = async (id) => {
  try { return await import(pathToFileURL(createRequire(resolve(file)).resolve(id)).href); } catch { return undefined; }
};
let schema;
if (found?._zod) {
  const zod = await load('zod') ?? await load('zod/v4');
  const make = zod?.toJSONSchema ?? zod?.z?.toJSONSchema ?? (await load('zod/v4'))?.toJSONSchema;
  if (!make) throw new Error('zod 4 is needed to read this schema');
  schema = make(found);
} else if (found?._def) {
  const make = (await load('zod-to-json-schema'))?.zodToJsonSchema;
  if (!make) throw new Error('zod 3 schemas are read with the package zod-to-json-schema: npm install zod-to-json-schema');
  schema = make(found, { $refStrategy: 'root' });
} else if (found?.['~standard']?.jsonSchema?.input) {
  schema = found['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
} else {
  schema = found;
}
console.log(JSON.stringify(schema, null, 2));
";

/// The schema of `pkg.module:Model`, by the interpreter that `PYTHON` names, or `python3`.
pub fn python(target: &str) -> Result<String, Failure> {
    if !target.contains(':') {
        return Err(Failure::new(format!("--python {target}: write it as package.module:Model")));
    }
    let program = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    run(Command::new(&program).args(["-c", PYTHON, target]), &program, "--python", target)
}

/// The schema of `file#export`, by the interpreter that `NODE` names, or `node`.
pub fn node(target: &str) -> Result<String, Failure> {
    let Some((file, name)) = target.rsplit_once('#') else {
        return Err(Failure::new(format!("--node {target}: write it as FILE#Export")));
    };
    if !Path::new(file).is_file() {
        return Err(Failure::new(format!("--node {target}: there is no file {file}")));
    }
    let program = std::env::var("NODE").unwrap_or_else(|_| "node".to_owned());
    let typescript = [".ts", ".mts", ".cts"].iter().any(|ending| file.ends_with(ending));
    let mut command = Command::new(&program);
    if typescript {
        // Known from Node 22.6 on, and on by itself from 23.6.
        command.args(["--experimental-strip-types", "--no-warnings"]);
    }
    run(command.args(["--input-type=module", "-e", NODE, "--", file, name]), &program, "--node", target)
}

fn run(command: &mut Command, program: &str, flag: &str, target: &str) -> Result<String, Failure> {
    let output = command.output().map_err(|error| Failure::new(format!("{flag} {target}: {program} cannot be started: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        // The last line of a traceback says what happened.
        let telling = |line: &&str| !line.trim().is_empty() && !line.starts_with("    at ") && !line.starts_with("Node.js v");
        let last = said.lines().filter(telling).rfind(|line| line.contains("Error")).or_else(|| said.lines().rfind(telling));
        return Err(Failure::new(format!("{flag} {target}: {program} says: {}", last.unwrap_or("nothing").trim())));
    }
    String::from_utf8(output.stdout).map_err(|_| Failure::new(format!("{flag} {target}: {program} did not print UTF-8")))
}
