// What the pane of an area says about it as a target: the odds of what was sent, who could come, and its past.

import { look } from "./api.js";
import { button, el, stepper } from "./dom.js";
import { kindIn } from "./kinds.js";
import { lookAgain } from "./plan.js";
import { spoken } from "./spoken.js";
import { change, complain, now, path } from "./table.js";

/** The odds of what has been sent here so far; a large battle is shown when it is worked out. */
export function sentSoFar(name) {
  if (!now.turn.battles.some(([place]) => place === name)) return "";
  const text = el("p", { id: "sent", role: "status" }, "Working out the odds …");
  const landing = el("p", { class: "soft" });
  const { version } = now.turn;
  look(path(`odds?name=${encodeURIComponent(name)}`)).then(({ odds, landing: places }) => {
    if (now.turn?.version !== version) return;
    text.textContent = spoken(odds.map((one) => one.text).join("; ")) || "No odds.";
    if (places.length) landing.textContent = `Aircraft that were sent here could land in ${places.map((one) => one.place).join(", ")}.`;
  }, complain);
  return el("div", {}, text, landing);
}

/** The area whose list of those who could come was opened last; it stays open while they are brought. */
let opened = "";

/** Who could get here, with a number and a button; open at a target, where nothing of ours can go on. */
export function coming(name, isTarget) {
  const list = unfolded("coming", "Who could get here", isTarget || opened === name, async () => {
    const { coming: found } = await look(path(`coming?name=${encodeURIComponent(name)}`));
    return found.length ? found.map((row) => comer(name, row)) : [el("li", {}, "nobody")];
  });
  list.firstChild.addEventListener("click", () => { opened = list.open ? "" : name; });
  list.lastChild.classList.add("rows");
  return list;
}

/** Like units that could come: how many of them, and a button that brings those. */
function comer(name, row) {
  let count = row.count;
  const bring = button("", async () => {
    const order = ["move", [[count, row.type, "", []]], row.path.length ? row.path : [row.place, name], false, []];
    if (await (row.path.length ? change("order", { orders: [order] }) : change("land", { order }))) await lookAgain(name);
  }, { "data-key": `bring ${row.type} ${row.place}` });
  const worded = () => {
    bring.textContent = `Bring ${count}`;
    bring.setAttribute("aria-label", `Bring ${count} ${row.type} from ${row.place}`);
  };
  worded();
  const several = row.count > 1 ? stepper(`${row.type} from ${row.place}`, count, 1, row.count, (number) => { count = number; worded(); }) : "";
  return el("li", {}, kindIn(row.type, `${row.count} ${row.type} from ${row.place}, ${row.way}`, now.turn.nation), several, bring);
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
