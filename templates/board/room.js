// Where units can be put on the board, and how many: any order that chooses units and a place.

import { now } from "./table.js";

/** As many as that stand for any number. */
export const ANY = 999;

/** The form that puts units somewhere of the player's choice, and asks nothing else; undefined when there is none. */
export function placing() {
  return now.turn?.kind === "orders" ? (now.turn.forms ?? []).find((form) => form.shape === "units" && placeField(form) && form.fields.every(isPlace)) : undefined;
}

const isPlace = (field) => field.part !== "one" || field.choices.every((name) => !name || now.map.has(name));

/** The field of such a form that names the place. */
export const placeField = (form) => form.fields.find((field) => field.part === "one" && field.choices.length && field.choices.every((name) => now.map.has(name)));

/** Where something can be put, with the room there. */
export function placesNow() {
  const form = placing();
  if (!form) return new Map();
  const room = new Map(now.turn.room ?? []);
  return new Map(placeField(form).choices.filter((name) => room.get(name) !== 0).map((name) => [name, room.has(name) && room.get(name) < ANY ? `room for ${room.get(name)}` : "place here"]));
}
