// Standing orders: how one's units defend while one is away, read and changed as a text.

import { button, el } from "./dom.js";
import { change, now } from "./table.js";

const HELP = "One a line, and these lines are all that you have. For example: losses Finland: infantry, armour";
let kept = null;

/** The standing orders of the nation that plays; what was refused stays to be mended. */
export function standing() {
  const { standing: held, game } = now.turn;
  if (!held) return "";
  const key = `${game} ${held.nation}`;
  if (kept?.key !== key) kept = null;
  const words = el("textarea", { rows: 4, "data-key": "standing", "aria-describedby": "standing-help", value: kept?.text ?? held.text, disabled: !held.can_change });
  words.addEventListener("input", () => { kept = { key, text: words.value }; });
  const put = async () => {
    const text = words.value;
    if (await change("standing", { text }) && kept?.text === text) kept = null;
  };
  return el("details", { class: "standing", open: kept !== null },
    el("summary", {}, `Standing orders (${held.nation})${held.text ? "" : ": none, the defaults apply"}`),
    el("label", { class: "wide" }, "How your units defend while you are away ", words),
    el("p", { class: "soft", id: "standing-help" }, held.can_change ? HELP : "They can be changed in your own turn, until its last dice are rolled or it is signed."),
    held.can_change ? el("p", {}, button("Keep these standing orders", put)) : "");
}
