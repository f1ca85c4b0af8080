// Layers of the map: words in the areas, such as what an enemy could bring there.

import { look } from "./api.js";
import { byId, el, sentence, show } from "./dom.js";
import { complain, now, path } from "./table.js";

const NOTHING = "units only";

/** The layer that the player wants to see; "" for none. */
let wanted = "";

/** Offer the layers of a turn, and show the one that is wanted as it is now. */
export function showLayers() {
  const names = now.turn.layers ?? [];
  if (!names.includes(wanted)) wanted = "";
  const list = byId("layer");
  const text = names.join("\n");
  if (list.dataset.names !== text) {
    show(list, ["", ...names].map((name) => el("option", { value: name }, sentence(name || NOTHING))));
    list.dataset.names = text;
    list.hidden = false;
  }
  list.value = wanted;
  fill();
}

async function fill() {
  const { version } = now.turn;
  const name = wanted;
  if (!name) {
    now.map?.layer({});
    return;
  }
  try {
    const { areas } = await look(path(`layer?name=${encodeURIComponent(name)}`));
    if (now.turn?.version === version && wanted === name) now.map?.layer(areas);
  } catch (error) {
    complain(error);
  }
}

export function listenForLayers() {
  byId("layer").addEventListener("change", (event) => {
    wanted = event.target.value;
    fill();
  });
}
