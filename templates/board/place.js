// The pane of a place where units can be put.

import { button, el, stepper } from "./dom.js";
import { kindIn } from "./kinds.js";
import { plainOf } from "./plain.js";
import { lookAgain } from "./plan.js";
import { ANY, placeField, placing } from "./room.js";
import { change, now } from "./table.js";

/** The steppers and the button for a place. */
export function placeHere(name) {
  const form = placing();
  const where = placeField(form).name;
  const room = new Map(now.turn.room ?? []).get(name) ?? ANY;
  // In the set-up of a block game a place does not take every type, nor as many of each as there is room for.
  const takes = now.turn.takes?.[name];
  const piles = takes ? form.piles.flatMap((pile) => takes[pile.type] ? { ...pile, most: takes[pile.type] } : []) : form.piles;
  // Units in hand are put down, as many as there is room for; where anything may be taken, nothing is.
  const isInHand = (pile) => !takes && pile.most < ANY;
  const counts = new Map();
  const sum = () => [...counts.values()].reduce((one, other) => one + other, 0);
  for (const pile of piles) counts.set(pile, isInHand(pile) ? Math.min(pile.most, room - sum()) : 0);
  const give = async () => {
    const picks = piles.filter((pile) => counts.get(pile)).map((pile) => [counts.get(pile), pile.type, pile.owner, []]);
    if (await change("order", { orders: [plainOf(form, { picks, [where]: name })] })) await lookAgain(name);
  };
  const confirm = button("Place", give, { class: "main", "data-main": true, "data-meaning": `Place ${now.turn.version}` });
  const total = el("span", { class: "soft", role: "status" });
  const counted = () => {
    confirm.disabled = sum() === 0;
    total.textContent = room < ANY ? `${sum()} of ${room}` : `${sum()} chosen`;
  };
  const rows = piles.map((pile) => {
    const count = stepper(pile.label, counts.get(pile), 0, Math.min(pile.most, room), (number) => { counts.set(pile, number); counted(); });
    const all = () => {
      count.set(counts.get(pile) + Math.max(0, Math.min(pile.most - counts.get(pile), room - sum())));
      confirm.focus();
    };
    return el("li", {}, kindIn(pile.type, pile.label, pile.owner || now.turn.nation), count, room < ANY || pile.most < ANY ? button("All", all, { "aria-label": `All ${pile.label}`, "data-key": `all ${pile.label}` }) : "");
  });
  counted();
  return el("div", {}, el("ul", { class: "rows" }, rows), el("p", { class: "doing" }, confirm, total));
}
