// Units that are put on the board: any order that chooses units and a place.

import { button, el, stepper } from "./dom.js";
import { lookAgain } from "./area.js";
import { change, now } from "./main.js";

/** As many as that stand for any number. */
export const ANY = 999;

/** The form that puts units somewhere of the player's choice; undefined when there is none. */
function placing() {
  return now.turn?.kind === "orders" ? (now.turn.forms ?? []).find((form) => form.shape === "units" && placeField(form)) : undefined;
}

const placeField = (form) => form.fields.find((field) => field.part === "one" && field.choices.length && field.choices.every((name) => now.map.has(name)));

/** Where something can be put, with the room there. */
export function placesNow() {
  const form = placing();
  if (!form) return new Map();
  const room = new Map(now.turn.room ?? []);
  return new Map(placeField(form).choices.filter((name) => room.get(name) !== 0).map((name) => [name, room.has(name) && room.get(name) < ANY ? `room for ${room.get(name)}` : "place here"]));
}

/** The steppers and the button for a place. */
export function placeHere(name) {
  const form = placing();
  const where = placeField(form).name;
  const room = new Map(now.turn.room ?? []).get(name) ?? ANY;
  const counts = new Map();
  const sum = () => [...counts.values()].reduce((one, other) => one + other, 0);
  for (const pile of form.piles) {
    // Of what lies in hand all that there is room for; where anything may be taken, nothing.
    counts.set(pile, pile.most < ANY ? Math.min(pile.most, room - sum()) : 0);
  }
  const give = async () => {
    const picks = form.piles.filter((pile) => counts.get(pile)).map((pile) => [counts.get(pile), pile.type, pile.owner, []]);
    if (await change("order", { orders: [plainOf(form, { picks, [where]: name })] })) await lookAgain(name);
  };
  const confirm = button("Place", give, { class: "main", "data-main": true });
  const total = el("span", { class: "soft", role: "status" });
  const counted = () => {
    confirm.disabled = sum() === 0;
    total.textContent = room < ANY ? `${sum()} of ${room}` : `${sum()} chosen`;
  };
  const rows = form.piles.map((pile) => {
    const count = stepper(pile.label, counts.get(pile), 0, Math.min(pile.most, room), (number) => { counts.set(pile, number); counted(); });
    const all = () => {
      count.set(counts.get(pile) + Math.max(0, Math.min(pile.most - counts.get(pile), room - sum())));
      confirm.focus();
    };
    return el("li", {}, el("span", {}, pile.label), count, room < ANY || pile.most < ANY ? button("All", all, { "aria-label": `All ${pile.label}`, "data-key": `all ${pile.label}` }) : "");
  });
  counted();
  return el("div", {}, el("ul", { class: "rows" }, rows), el("p", { class: "doing" }, confirm, total));
}

/** The plain form of an order from what was filled in, by field. */
export function plainOf(form, values) {
  return [form.tag, ...form.fields.map((field) => {
    if (field.name in values) return values[field.name];
    if (field.part === "units") return values.picks ?? [];
    if (field.part === "pairs" || field.part === "ones" || field.part === "way") return [];
    if (field.part === "flag") return Boolean(field.value);
    if (field.part === "one") return field.choices.length === 1 ? field.choices[0] : field.choices.includes("") ? "" : field.value ?? "";
    return field.value;
  })];
}
