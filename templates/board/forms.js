// The known forms, one for each shape of an order: the program says what can be chosen.

import { button, byId, el, sentence, stepper } from "./dom.js";
import { figuresOf, kindIn } from "./kinds.js";
import { plainOf } from "./plain.js";
import { clearArea } from "./plan.js";
import { ANY, placesNow, placing } from "./room.js";
import { chooseArea } from "./sending.js";
import { once } from "./slips.js";
import { change, finalButton, now } from "./table.js";

const SHAPES = { one, units, amounts, number, way, line: () => "" };

/** The form of one kind of order. */
export const formOf = (form) => SHAPES[form.shape](form);

const give = (plain, before = []) => change("order", { orders: [...before, plain] });

/** The price list of the phase that comes next: buying ends this one, in which only research could be paid for. */
export function shopNext(done) {
  const { shop } = now.turn;
  return shop && done ? el("div", { id: "shop-next" }, el("h3", {}, "Or buy at once, without research"), amounts(shop.form, shop, [done.choices[0].plain])) : "";
}

/** Every order as a button, but for the dark one above; what the question says about it stands below it. */
function one(form) {
  const others = form.choices.filter((choice) => choice.text !== now.turn.default?.text);
  const isExplained = others.some(explained);
  return others.length ? el("ul", { class: isExplained ? "choices" : "places" }, others.map((choice) => el("li", {},
    finalButton(worded(choice), () => give(choice.plain), { isMain: false }), el("span", { class: "soft" }, explained(choice))))) : "";
}

/** A command of a season: a card with its letter, an emergency or a pass; the value stands third. */
function commanded(value, letter, text) {
  if (text.endsWith(" pass")) return "Pass";
  if (text.startsWith("command emergency")) return `Emergency Command${letter ? `, card ${letter}` : ""}`;
  if (text.startsWith("command bluff")) return `Bluff with card ${value}`;
  return letter ? `Card ${letter}, ${value} units` : `${value} units`;
}

/** An order in words: the question says already where. */
export function worded({ text, title, plain: [tag, , to, then] }) {
  if (tag === "press") return STAYS[now.turn.what] ?? "Press on";
  if (tag === "reveal" && now.turn.what === "block_action") return `Let ${text.slice("reveal ".length, text.indexOf(":"))} act first`;
  if (tag === "retreat") return to ? `Retreat to ${to}` : "Retreat";
  if (tag === "command") return commanded(to, then, text);
  if (title) return sentence(title);
  if (tag === "fire") return `Fire at ${to}${then ? `, then go to ${then}` : ""}`;
  return sentence(text);
}

/** What it means to press on, by question, where it is not another round. */
const STAYS = { block_action: "Do nothing", opponents: "Fight all of them", withdraw: "Stay", rebase: "Stay" };

/** What an order would do, or what the question says about it. */
export const explained = (choice) => sentence(choice.words || (said(choice.plain)?.[1] ?? ""));

/** The line of the question about an order, without the letter that stands for it at the terminal. */
function said([tag, , to]) {
  const mark = { press: "p  ", retreat: to ? `r ${to}  ` : "r  ", fire: to ? `fire ${to}` : "" }[tag];
  const line = mark && (now.turn.question ?? []).find((text) => text.startsWith(mark));
  return line ? [line, line.slice(mark.length)] : null;
}

/** What the question says besides what stands below its buttons, without letters that are typed. */
export function questionLines() {
  const told = new Set(now.turn.forms.flatMap((form) => form.choices.map((choice) => said(choice.plain)?.[0])));
  // The battle window shows both sides as pictures.
  const isShown = now.turn.battle && !now.turn.battle.sides.some((one) => one.rows.some((row) => row.is_block));
  const sides = (line) => isShown && /^(attack|defence|to choose from): /.test(line);
  return (now.turn.question ?? []).filter((line) => !told.has(line) && !sides(line)).map((line) => sentence(line.replace(/^[a-z] {2}/, "")));
}

/** Bring an area to the middle and choose it. */
export function lookAt(name) {
  now.map.centre(name);
  clearArea();
  chooseArea(name);
}

/** Where units can be put, by name: what the map lights may lie outside of what it shows. */
function places() {
  const all = placesNow();
  const there = [...all].map(([name, room]) => el("li", {},
    button(name, () => lookAt(name), { "data-key": `at ${name}`, "data-place": name, "data-fills": true }), el("span", { class: "soft" }, ` ${room}`)));
  const room = new Map(now.turn.room ?? []);
  const whole = [...all.keys()].reduce((sum, name) => sum + (room.get(name) ?? ANY), 0);
  const left = whole < ANY ? `Room for ${whole} in all. ` : "";
  return el("div", {}, el("p", { class: "soft" }, `${left}Click where they shall go, on the map or here.`), el("ul", { class: "places" }, there));
}

/** Units to choose from; for what is put somewhere the place comes first. */
function units(form) {
  if (form === placing()) return places();
  const counts = new Map(form.piles.map((pile) => [pile, pile.chosen]));
  const others = form.fields.filter((field) => field.part === "one" && field.choices.length > 1);
  const values = {};
  const total = el("span", { class: "soft", role: "status" });
  const [verb, none] = VERBS[form.tag] ?? [sentence(form.tag.replaceAll("_", " ")), "Nobody"];
  const count = () => {
    const sum = [...counts.values()].reduce((one, other) => one + other, 0);
    total.textContent = form.count ? ` ${sum} of ${form.count} chosen` : ` ${sum} chosen`;
    confirm.disabled = isAsked ? form.count > 0 && sum !== form.count : sum === 0;
    confirm.textContent = sum || form.count ? verb : none;
    byId("ask").dispatchEvent(new CustomEvent("picked"));
  };
  // Enter answers only what costs nothing to answer so, and does not order what nobody asked for.
  const isAsked = now.turn.kind === "decision";
  const isSafe = isAsked && now.turn.default !== null;
  const confirm = finalButton(verb, () => {
    const picks = form.piles.filter((pile) => counts.get(pile)).map((pile) => pickOf(pile, counts.get(pile)));
    return give(plainOf(form, { ...values, picks }));
  }, { isMain: isSafe });
  const rows = form.piles.map((pile) => el("li", {}, kindIn(pile.type, pile.label, pile.owner || now.turn.nation), stepper(pile.label, pile.chosen, 0, pile.most, (number) => { counts.set(pile, number); count(); }), el("span", { class: "soft" }, `of ${pile.most}`)));
  count();
  return el("div", {}, isAsked ? "" : el("h3", {}, form.title), el("ul", { class: "rows" }, rows), others.map((field) => choice(field, values)), el("p", { class: "doing" }, confirm, total));
}

/** What the button says, and what it says while nobody is chosen. */
const VERBS = {
  lose: ["Take these losses", ""], submerge: ["Submerge", "Stay up"], scramble: ["Scramble", "Nobody scrambles"],
  aim: ["Bomb this target", "Bomb this target"], intercept: ["Intercept", "Nobody intercepts"], bombard: ["Bombard", "Nobody bombards"], kamikaze: ["Attack", "Nobody attacks"],
};

const pickOf = (pile, count) => [count, pile.type, pile.owner, pile.units.slice(0, pile.units.length ? count : 0)];

function choice(field, values) {
  values[field.name] = field.value || field.choices[0];
  const list = el("select", { "data-key": field.name, onchange: (event) => { values[field.name] = event.target.value; } },
    field.choices.map((name) => el("option", { value: name, selected: name === values[field.name] }, name || "none")));
  return el("label", {}, `${field.name} `, list);
}

/** The price list: each step is the whole plan, which takes the place of the one before it. */
function amounts(form, shop = now.turn, before = []) {
  const field = form.fields.find((one) => one.part === "amounts");
  const plan = new Map(shop.prices.rows.map((row) => [row.type, row.planned]));
  const left = new Map(shop.prices.left);
  const most = (row) => row.planned + Math.min(...row.cost.map(([name, cost]) => (cost ? Math.floor((left.get(name) ?? 0) / cost) * row.units : 99)));
  const cost = (row) => row.cost.map(([name, number]) => `${number} ${name}`).join(", ") + (row.units > 1 ? ` for ${row.units}` : "");
  // Every row stays, also of what is too dear now: the one below would move up under the pointer.
  const rows = shop.prices.rows.map((row) => {
    const kind = row.type;
    return el("li", {}, el("span", { class: most(row) > 0 ? "" : "pale" }, kindIn(kind, kind, now.turn.nation), el("small", { class: "soft figures" }, ` ${figuresOf(kind)}`)), el("span", { class: "soft cost" }, cost(row)),
      stepper(kind, row.planned, 0, Math.max(row.planned, most(row)), (count) => {
        plan.set(kind, count);
        give(plainOf(form, { [field.name]: [...plan].filter(([, number]) => number) }), before);
      }));
  });
  const room = (shop.room ?? []).map(([name, number]) => (number < ANY ? `${name} ${number}` : `${name} any number`)).join(", ");
  return el("div", {}, el("p", { class: "left", role: "status" }, `Left: ${[...left].map(([name, number]) => `${number} ${name}`).join(", ")}`),
    room ? el("p", { class: "soft", id: "room" }, `Room to build: ${room}.`) : "", el("ul", { class: "rows" }, rows));
}

/** How many of one thing; without a choice of the number, one button. */
function number(form) {
  const field = form.fields.find((one) => one.part === "number");
  const values = { [field.name]: field.value };
  const act = () => give(plainOf(form, values));
  if (field.least === field.most) return el("p", {}, button(sentence(form.title), act, { "data-fills": true }));
  const word = WORDS[form.tag] ?? sentence(form.tag);
  const title = form.fields.filter((one) => one.part === "one" && one.value).map((one) => one.value).join(", ").replaceAll("_", " ") || field.name;
  // Enter in the field gives the order, and the next Enter is for what comes then.
  const submit = once(async () => {
    if (await act()) byId("ask").querySelector("[data-main]")?.focus();
  });
  return el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); submit(); } }, el("span", {}, title),
    stepper(title, field.value, field.least, field.most, (count) => { values[field.name] = count; }),
    el("button", { type: "submit", "data-fills": true, "data-key": `give ${form.title}`, "aria-label": `${word} ${title}` }, word));
}

const WORDS = { tech: "Research" };

/** Moves begin on the map, or with the name of an area. */
function way() {
  return el("p", { class: "soft" }, "Click units on the map, then where they go. Lit areas are within reach; Shift and a click, or By way of, bends the way.");
}
