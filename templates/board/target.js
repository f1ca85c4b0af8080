// What the pane of an area says about it as a target: the odds of what was sent, who could come, and its past.

import { look } from "./api.js";
import { button, el } from "./dom.js";
import { change, complain, now, path } from "./main.js";

/** The odds of what has been sent here so far; a large battle is shown when it is worked out. */
export function sentSoFar(name) {
  if (!now.turn.battles.some(([place]) => place === name)) return "";
  const text = el("p", { id: "sent", role: "status" }, "Working out the odds …");
  const landing = el("p", { class: "soft" });
  const { version } = now.turn;
  look(path(`odds?name=${encodeURIComponent(name)}`)).then(({ odds, landing: places }) => {
    if (now.turn?.version !== version) return;
    text.textContent = odds.map((one) => one.text).join("; ") || "No odds.";
    if (places.length) landing.textContent = `Aircraft that were sent here could land in ${places.map((one) => one.place).join(", ")}.`;
  }, complain);
  return el("div", {}, text, landing);
}

/** Who could get here, a button for each that brings it; open at a target, where nothing of ours can go on. */
export function coming(name, open) {
  const move = (row) => ["move", [[row.count, row.type, "", []]], row.path.length ? row.path : [row.place, name], false, []];
  const bring = (row) => button(`Bring ${row.count}`, () => (row.path.length ? change("order", { orders: [move(row)] }) : change("land", { order: move(row) })),
    { "data-key": `bring ${row.type} ${row.place}`, "aria-label": `Bring ${row.count} ${row.type} from ${row.place}` });
  return unfolded("coming", "Who could get here", open, async () => {
    const { coming: found } = await look(path(`coming?name=${encodeURIComponent(name)}`));
    if (!found.length) return [el("li", {}, "nobody")];
    return found.map((row) => el("li", {}, `${row.count} ${row.type} from ${row.place}, ${row.way} `, bring(row)));
  });
}

/** What has happened here in this game, the latest first. */
export function past(name) {
  return unfolded("past", "What happened here", false, async () => {
    const { past: found } = await look(path(`past?name=${encodeURIComponent(name)}`));
    return found.length ? found.map((text) => el("li", {}, text)) : [el("li", {}, "nothing yet")];
  });
}

/** A list that is asked for when it is opened. */
function unfolded(id, title, open, rows) {
  const list = el("ul");
  const fill = async () => list.replaceChildren(...await rows());
  return el("details", { id, open, ontoggle: (event) => event.target.open && fill().catch(complain) }, el("summary", {}, title), list);
}
