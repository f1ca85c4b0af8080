// Founding a game: a form that is made from what the program says of the scenario.

import { look } from "./api.js";
import { button, byId, el, notes, sentence, show } from "./dom.js";
import { picture } from "./front.js";
import { doing } from "./games.js";
import { mapFields, takesMaps } from "./mapfolder.js";
import { carryOut, complain } from "./table.js";

const FILE = "";
/** Whose rules apply where the two differ. */
const PROFILES = { triplea: "as TripleA has it", rulebook: "as the rule book has it" };

/** Who was named for a nation; it stays when another scenario or profile is chosen. */
const named = new Map();

export async function showFounding() {
  try {
    render(await look("api/founding"));
  } catch (error) {
    complain(error);
  }
}

function render(choices) {
  const rest = el("div", { id: "terms" });
  const file = el("input", { size: 40, "data-key": "file", autocomplete: "off", spellcheck: "false" });
  const profile = el("select", { "data-key": "profile" }, el("option", { value: "" }, "as the scenario has it"), choices.profiles.map((name) => el("option", { value: name }, PROFILES[name] ?? name)));
  const cards = choices.scenarios.map((one) => scenarioCard(one, one.name === choices.beginners));
  const path = el("div", { class: "wide own-map", hidden: true },
    el("p", { class: "soft" }, "The folder that TripleA has downloaded for a map, or its zip: drop it here, or choose it."),
    mapFields(() => "", (answer) => chooseGame(answer)),
    el("label", { class: "wide" }, "Or the path of a scenario in TOML, or of a TripleA map (.xml, .zip or folder), on this computer ", file));
  const brought = el("div", { class: "wide" });
  const chooseGame = ({ games }) => {
    const choose = (scenario) => {
      file.value = scenario;
      read();
    };
    show(brought, games.length > 1 ? el("label", { class: "wide" }, "Its game ", el("select", { "data-key": "game of the map", onchange: (event) => choose(event.target.value) }, games.map((one) => el("option", { value: one.scenario }, one.name)))) : "");
    list.querySelector("[data-key=own]").checked = true;
    choose(games[0].scenario);
  };
  const own = el("label", { class: "scenario" }, el("input", { type: "radio", name: "scenario", value: FILE, "data-key": "own" }), el("span", {}, el("strong", {}, "A map of your own"), " from this computer"));
  const list = el("fieldset", { id: "scenarios" }, el("legend", {}, "Board"), cards, own, path, brought);
  takesMaps(list, () => "", chooseGame);
  const chosen = () => list.querySelector("input[type=radio]:checked");
  const wanted = () => ({ scenario: chosen()?.value || file.value.trim(), profile: profile.value });
  const read = async () => {
    path.hidden = chosen()?.value !== FILE;
    show(rest);
    if (!chosen() || !wanted().scenario) return;
    const asked = wanted();
    await carryOut("api/founding/form", asked, (form) => {
      if (asked.scenario === wanted().scenario) show(rest, terms(choices, form));
    });
  };
  list.addEventListener("change", read);
  profile.addEventListener("change", read);
  show(byId("games"), el("form", { id: "founding", onsubmit: (event) => event.preventDefault() }, list,
    el("details", {}, el("summary", {}, "Whose rules"), el("label", {}, "Where the rule book and TripleA differ ", profile)), rest));
  read();
}

/** A scenario with its picture and what a newcomer wants to know. */
function scenarioCard(one, isFirst) {
  const facts = [one.length, one.difficulty, one.players ? `2 to ${one.players} players` : "", isFirst ? "best to begin with" : ""].filter(Boolean).join(" · ");
  return el("label", { class: "scenario" },
    el("input", { type: "radio", name: "scenario", value: one.name, checked: isFirst, "data-key": `scenario ${one.name}` }),
    picture(`api/founding/picture?name=${encodeURIComponent(one.name)}`, { width: 120 }),
    el("span", {}, el("strong", {}, one.title), el("span", { class: "soft" }, ` ${facts}`), el("span", { class: "about" }, one.text)));
}

/** The rest of the form, for one scenario. */
function terms(choices, form) {
  const title = el("input", { size: 30, maxlength: 200, placeholder: form.title, autocomplete: "off" });
  const people = el("datalist", { id: "people" }, [choices.me, ...choices.people].map((text) => el("option", { value: text })));
  const seats = new Map(form.nations.map(({ name }) => [name, seat(name, choices)]));
  const ofSide = (side) => form.nations.filter((nation) => nation.sides.includes(side)).map(({ name }) => seats.get(name));
  const sides = [...new Set(form.nations.flatMap((nation) => nation.sides))];
  const all = el("fieldset", {}, el("legend", {}, "Who plays"), people,
    el("p", { class: "soft" }, `You are ${choices.me}. For a friend write a mail address, or a name with it: Ben <ben@example.org>.`),
    sides.length > 1 && sides.length < form.nations.length ? el("ul", { class: "rows seats sides" }, sides.map((side) => el("li", {}, el("strong", {}, `All ${side}`), whoPlays(side, choices, (who) => ofSide(side).forEach((one) => one.set(who)))))) : "",
    el("ul", { class: "rows seats" }, form.nations.map(({ name, sides: own }) => el("li", {}, el("span", {}, name, el("span", { class: "soft" }, own.length ? ` ${own.join(", ")}` : "")), seats.get(name).node))));
  const options = form.options.map((one) => [one, PARTS[one.part](one, form)]);
  const asked = form.questions.map((one) => [one, questionOf(one)]);
  const dice = diceOf(choices.dice);
  const pace = el("input", { size: 30, placeholder: "72h mon-fri 08:00-22:00 +01:00", autocomplete: "off" });
  const bumps = el("input", { size: 30, placeholder: "3 every 24h then forfeit", autocomplete: "off" });
  const absence = el("input", { type: "number", min: 0, max: 365, value: 0 });
  const observers = el("input", { list: "people", size: 40, maxlength: 4000, placeholder: "club@example.org, Eve <eve@example.org>", autocomplete: "off", "data-key": "observers" });
  const found = async () => {
    const body = {
      ...form.wanted, title: title.value, dice: dice.value(), pace: pace.value, bumps: bumps.value, absence: absence.value, observers: observers.value,
      seats: Object.fromEntries([...seats].map(([name, one]) => [name, one.who()])),
      options: Object.assign({}, ...[...asked, ...options].map(([, one]) => one.changed())),
    };
    if (!await doing("api/founding/found", body)) return;
    named.clear();
    if (location.hash === "#new") location.hash = "";
  };
  return [
    el("div", { class: "fields" }, el("label", {}, "Name of the game ", title)),
    picture(`api/founding/picture?name=${encodeURIComponent(form.wanted.scenario)}`, { alt: `The board of ${form.title} as the game begins`, "data-key": "preview" }),
    notes(form.notes),
    all,
    asked.length ? el("fieldset", { id: "questions" }, el("legend", {}, "To be agreed on"), asked.map(([, one]) => one.node)) : "",
    el("details", {}, el("summary", {}, "Options and bids"), el("p", { class: "soft" }, "As the scenario has them; what you change here stands in the terms of the invitation."), el("ul", { class: "options" }, options.map(([, one]) => one.node))),
    el("fieldset", {}, el("legend", {}, "Dice"), dice.node),
    el("fieldset", {}, el("legend", {}, "Pace"), el("p", { class: "soft" }, "Leave it empty for a game without deadlines."),
      el("div", { class: "fields" }, el("label", {}, "What a turn may take ", pace), el("label", {}, "Reminders after that ", bumps), el("label", {}, "Days each player may be away ", absence))),
    el("fieldset", {}, el("legend", {}, "Who may watch"), el("p", { class: "soft" }, "A club or a friend who gets each turn and can act in nothing. Everybody sees who they are; you can name more later."),
      el("div", { class: "fields" }, el("label", {}, "Addresses, with commas between them ", observers))),
    el("p", {}, choices.sends ? "Founding the game signs it and mails the invitations." : ["If friends play: your mail is not set up: ", el("a", { href: "#mail" }, "set it up"), ", or hand the invitation over yourself, as a file."]),
    el("p", { class: "doing" }, button("Found the game", found, { class: "main" })),
  ];
}

/** Me, the computer, or somebody else: two buttons that fill in the field between them. */
function whoPlays(name, choices, set) {
  return [button("Me", () => set(choices.me), { class: "small", "aria-label": `I play ${name}` }), button("Computer", () => set(COMPUTER), { class: "small", "aria-label": `The computer plays ${name}` })];
}

const COMPUTER = "computer";

/** Who plays a nation; it stays when another scenario is chosen. */
function seat(name, choices) {
  const input = el("input", { list: "people", value: named.get(name) ?? "", size: 24, placeholder: "name or address", autocomplete: "off", "data-key": `seat ${name}`, "aria-label": `Who plays ${name}`, oninput: () => named.set(name, input.value) });
  const set = (who) => {
    input.value = who;
    named.set(name, who);
  };
  return { node: [input, whoPlays(name, choices, set)], set, who: () => input.value };
}

/** The parts of which options are made; `changed` gives the words of what is not as the scenario has it. */
const PARTS = { switch: switchOf, number: numberOf, nations: numbersOf };

/** A rule that everybody should have agreed on: one of two sentences is chosen. */
function questionOf(one) {
  const choice = (value, text) => el("label", { class: "wide" }, el("input", { type: "radio", name: one.option, value: String(value), checked: one.is_on === value, "data-key": `${one.option} ${value}` }), " ", sentence(text));
  const node = el("div", { class: "question", role: "radiogroup", "aria-label": sentence(one.option.replaceAll("_", " ")) }, choice(true, one.on), choice(false, one.off));
  return { node, changed: () => {
    const value = node.querySelector("input:checked").value;
    return value === String(one.is_on) ? {} : { [one.option]: value };
  } };
}

const wordsOf = (one) => [sentence(one.name.replaceAll("_", " ")), el("span", { class: "soft" }, ` ${one.text} (${one.rule})`)];

function switchOf(one) {
  const box = el("input", { type: "checkbox", checked: one.value });
  return { node: el("li", {}, el("label", {}, box, " ", wordsOf(one))), changed: () => (box.checked === one.value ? {} : { [one.name]: String(box.checked) }) };
}

function numberOf(one) {
  const input = el("input", { type: "number", min: 0, value: one.value });
  return { node: el("li", {}, el("label", {}, input, " ", wordsOf(one))), changed: () => (input.value === String(one.value) ? {} : { [one.name]: input.value }) };
}

function numbersOf(one, form) {
  const inputs = form.nations.map(({ name }) => [name, el("input", { type: "number", min: 0, value: one.value[name] ?? 0 })]);
  return {
    node: el("li", {}, el("p", {}, wordsOf(one)), el("ul", { class: "rows" }, inputs.map(([name, input]) => el("li", {}, el("label", {}, `${name} `, input))))),
    changed: () => Object.fromEntries(inputs.filter(([name, input]) => input.value !== String(one.value[name] ?? 0)).map(([name, input]) => [`${one.name}.${name}`, input.value])),
  };
}

/** One authority, or two whose dice are combined. */
function diceOf(known) {
  const list = el("datalist", { id: "authorities" }, known.map((text) => el("option", { value: text })));
  const first = el("input", { list: "authorities", size: 30, value: known[0], autocomplete: "off" });
  const second = el("input", { list: "authorities", size: 30, placeholder: "none", autocomplete: "off" });
  return {
    node: el("div", { class: "fields" }, list, el("label", {}, "Authority ", first), el("label", {}, "And a second one, together with it ", second),
      el("p", { class: "soft wide" }, `“${known[0]}” is this computer; the address of a dice server names one that nobody in the game runs.`)),
    value: () => [first.value, second.value].filter((text) => text.trim()),
  };
}
