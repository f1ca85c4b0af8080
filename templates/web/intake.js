// Turns what a person drops, chooses or pastes into something to verify. Nothing is sent anywhere.

import { Refused, demand, fromBase64 } from "./bytes.js";
import { MAX_FILE, MAX_TEXT, isFile, unarmour } from "./container.js";

const MARKER = (word) => new RegExp(`BEGIN[\\s>]{1,40}PBEM[\\s>]{1,40}${word}`);

/** {what: "file" or "receipt", data} of a text. Throws Refused. */
export function fromText(text) {
  demand(text.length <= MAX_TEXT, "too-large");
  const word = !MARKER("FILE").test(text) && MARKER("RECEIPT").test(text) ? "RECEIPT" : "FILE";
  return { what: word === "FILE" ? "file" : "receipt", data: unarmour(text, word) };
}

/** The same for a File or Blob: binary, or a text that holds one. Throws Refused. */
export async function fromBlob(blob) {
  const start = new Uint8Array(await blob.slice(0, 8).arrayBuffer());
  if (isFile(start)) {
    demand(blob.size <= MAX_FILE, "too-large");
    return { what: "file", data: new Uint8Array(await blob.arrayBuffer()) };
  }
  demand(blob.size <= MAX_TEXT, "too-large");
  const text = await blob.text();
  try {
    return fromText(text);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "armour-missing") throw error;
  }
  const data = attached(text);
  // A file in which no armour begins, and nothing is attached, is simply another kind of file.
  demand(data, "not-a-save");
  return { what: "file", data };
}

/** The first pbem file that is attached to a mail, or null: base64 that begins like the magic. */
function attached(text) {
  const found = /^iVBCRU0NCh[A-Za-z0-9+/=\r\n]+/m.exec(text);
  return found && fromBase64(found[0].replace(/[\r\n]/g, ""));
}

/** Calls `take` with what is dropped on or chosen in the zone (a label around a file input). */
export function watch(zone, take) {
  const input = zone.querySelector("input[type=file]");
  input.addEventListener("change", () => {
    if (input.files.length) take(input.files[0]);
    input.value = "";
  });
  const stop = (event) => event.preventDefault();
  for (const kind of ["dragover", "drop"]) document.addEventListener(kind, stop);
  zone.addEventListener("dragover", () => zone.classList.add("over"));
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    zone.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) take(file);
    else {
      const text = event.dataTransfer.getData("text/plain");
      if (text) take(new Blob([text]));
    }
  });
}
