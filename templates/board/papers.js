// A window with what the map asks and says: objectives and how far they are, politics, what happens, and notes.

import { look } from "./api.js";
import { button, byId, el, notes, sentence, show } from "./dom.js";
import { busily, complain, now, path } from "./table.js";

/** Rows under the name of their nation, that of the nation on turn first. */
function byNation(rows, item) {
  const names = [...new Set(rows.map((row) => row.nation))];
  names.sort((one, other) => Number(other === now.turn.nation) - Number(one === now.turn.nation));
  return names.map((name) => [el("h3", {}, name), el("ul", {}, rows.filter((row) => row.nation === name).map((row) => el("li", {}, item(row))))]);
}

const objective = (row) => [el("strong", {}, row.met ? `✓ ${row.pays}: ` : `${row.pays}${row.far ? `, ${row.far}` : ""}: `), row.asks,
  row.met ? el("span", { class: "soft" }, " – would pay now") : "", row.left === null ? "" : el("span", { class: "soft" }, ` – ${row.left} left`)];

const action = (row) => [el("strong", {}, `${row.name}: `), row.does, el("div", { class: "soft" }, row.missing ? `not before ${row.missing}` : "open now")];

const event = (row) => [el("strong", {}, `${row.name}: `), row.does,
  el("div", { class: "soft" }, `if ${row.asks}${row.when ? `, ${row.when}` : ""}${row.holds ? " – holds now" : ""}`)];

function folded(title, rows, item) {
  return rows.length ? el("details", { open: title === "Objectives" }, el("summary", {}, title), byNation(rows, item)) : "";
}

async function open() {
  let papers;
  try {
    papers = await busily(() => look(path("papers")));
  } catch (error) {
    complain(error);
    return;
  }
  const dialog = byId("papers");
  show(dialog, el("h2", { id: "papers-title" }, "What the map asks"),
    el("p", { class: "doing" }, button("Close", () => dialog.close(), { "aria-label": "Close what the map asks" })),
    folded("Objectives", papers.objectives, objective), folded("Politics", papers.politics, action),
    folded("Events: what happens by itself", papers.happens, event), notes(papers.notes));
  dialog.hidden = false;
  dialog.showModal();
}

/** The button that opens it, where a map has any of that. */
export function papersButton() {
  const names = now.map?.facts.papers ?? [];
  const words = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
  return words ? el("p", { class: "doing" }, button(sentence(words), open)) : "";
}
