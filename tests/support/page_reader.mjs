// The reader of the verify page as a program: a file name a line in, what it finds a line out, as JSON.
//
//   echo FILE | node page_reader.mjs FOLDER     FOLDER: templates/web, or a copy of it
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const from = (name) => import(pathToFileURL(path.resolve(process.argv[2], name)));
const { verifyFile } = await from("chain.js");
const { SAVE } = await from("container.js");
const { toHex } = await from("bytes.js");

for await (const line of readline.createInterface({ input: process.stdin })) {
  let found;
  try {
    const { error, game, total } = await verifyFile(new Uint8Array(fs.readFileSync(line)), SAVE);
    found = error
      ? { code: error.code, place: error.record ?? null }
      : { code: null, place: total, head: toHex(game.head) };
  } catch (error) {
    found = { code: `crash: ${error.name}: ${error.message}`, place: null };
  }
  console.log(JSON.stringify(found));
}
