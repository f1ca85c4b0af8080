// What the program says about a move before it is given.

import { look } from "./api.js";
import { plural } from "./dom.js";
import { path } from "./table.js";

/** What the program says about a move; nothing when it cannot: it only helps to choose. */
export async function previewOf(order) {
  try {
    return await look(path(`preview?move=${encodeURIComponent(JSON.stringify(order))}`));
  } catch {
    return { landing: [], ways: [] };
  }
}

/** A way of ships in words. */
export function wordsOf({ zones, ships, battles }) {
  const who = ships.map(([count, type]) => `${count} ${type}`).join(", ");
  const end = zones.length > 1 ? `, ashore from ${zones.at(-1)}` : "";
  return `${who} of ${zones[0]}${end}${battles > 0 ? `, ${plural(battles, "battle")}` : ""}`;
}
