// A TripleA map that the player brings: its folder or its zip, dropped on the page or chosen.

import { sendFile } from "./api.js";
import { byId, el, show } from "./dom.js";
import { busily, complain, now } from "./table.js";
import { zipOf } from "./zip.js";

/** What the program reads of a folder; the rest, such as sounds, is not sent. */
const READ = /(?:^|\/)(?:polygons\.txt|centers\.txt|place\.txt|name_place\.txt|map\.properties|games\/[^/]+\.xml|units\/[^/]+\/[^/]+\.png|reliefTiles\/[^/]+\.png)$/;
const MOST = 30000;

/** Send it; `game`: the game to be drawn with it, "" for a new one. The answer, or null where it was refused. */
async function bring(name, content, game) {
  let answer = null;
  await busily(async () => {
    try {
      answer = await sendFile(`api/maps?${new URLSearchParams({ name, game })}`, await content());
      complain(null);
    } catch (error) {
      complain(error);
    }
  });
  return answer;
}

/**
 * The files of a chosen folder, with their paths in it.
 * @returns {[string, File][]}
 */
const ofFolder = (files) => files.filter((one) => READ.test(one.webkitRelativePath)).map((one) => [one.webkitRelativePath, one]);

/** The files below an entry of what was dropped; a browser gives the entries of a folder in portions. */
async function below(entry, found = []) {
  if (entry.isFile) {
    if (READ.test(entry.fullPath) && found.length < MOST) found.push([entry.fullPath.slice(1), await new Promise((take, fail) => { entry.file(take, fail); })]);
    return found;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((take, fail) => { reader.readEntries(take, fail); });
    if (!some.length) return found;
    for (const one of some) await below(one, found);
  }
}

/** Bring what was dropped: a zip, or a folder. */
async function dropped(event, game) {
  const item = [...event.dataTransfer.items].find((one) => one.kind === "file");
  // Asked for at once: what was dropped can be read only while the event lasts.
  const [entry, file] = [item?.webkitGetAsEntry(), item?.getAsFile()];
  if (entry?.isDirectory) return bring(entry.name, async () => zipOf(await below(entry)), game);
  return file ? bring(file.name, () => file, game) : null;
}

const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files");

/** Let a map be dropped on a place of the page; `used` is told what the program answered. */
export function takesMaps(place, game, used) {
  for (const kind of ["dragenter", "dragover"]) {
    place.addEventListener(kind, (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      place.toggleAttribute("data-over", true);
    });
  }
  place.addEventListener("dragleave", () => place.removeAttribute("data-over"));
  place.addEventListener("drop", async (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    place.removeAttribute("data-over");
    const answer = await dropped(event, game());
    if (answer) used(answer);
  });
}

/** Two fields with which a zip or a folder is chosen. */
export function mapFields(game, used) {
  const field = (words, traits, of) => {
    const input = el("input", { type: "file", "data-key": words, ...traits });
    input.addEventListener("change", async () => {
      if (!input.files.length) return;
      const answer = await bring(...of([...input.files]), game());
      input.value = "";
      if (answer) used(answer);
    });
    return el("label", { class: "wide" }, `${words} `, input);
  };
  return [
    field("Its zip", { accept: ".zip" }, ([file]) => [file.name, () => file]),
    field("Or its folder", { webkitdirectory: true }, (files) => [files[0].webkitRelativePath.split("/")[0], () => zipOf(ofFolder(files))]),
  ];
}

/** Fields for the open game, and where its folder comes from. */
export const bringFields = (reopen) => [
  el("p", { class: "soft" }, "The folder that TripleA has downloaded for this map, or its zip: drop it on the map, or choose it. It stays on this computer."),
  mapFields(() => now.game, reopen),
];

/** Below the map: whose coast lines it has, and where it has none, how it gets some. */
export function showCredit(map, reopen) {
  show(byId("credit"), map.credit, map.guessed ? el("details", {}, el("summary", {}, "This board is drawn from its borders alone. Use the map’s own drawing"), bringFields(reopen)) : "");
  byId("credit").hidden = !map.credit && !map.guessed;
}
