// Founding a game: a form that is made from what the program says of the scenario.

import { act, look } from "./api.js";
import { button, byId, el, notes, sentence, show } from "./dom.js";
import { doing } from "./games.js";
import { busily, complain } from "./table.js";

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
  const scenario = el("select", { "data-key": "scenario" }, choices.scenarios.map(([name, title]) => el("option", { value: name }, title)), el("option", { value: FILE }, "A file or folder on this computer"));
  const file = el("input", { size: 40, "data-key": "file", autocomplete: "off", spellcheck: "false" });
  const profile = el("select", { "data-key": "profile" }, el("option", { value: "" }, "as the scenario has it"), choices.profiles.map((name) => el("option", { value: name }, PROFILES[name] ?? name)));
  const place = el("label", { class: "wide", hidden: true }, "Its path: a scenario in TOML, or a TripleA map (.xml, .zip or folder) ", file);
  const wanted = () => ({ scenario: scenario.value || file.value.trim(), profile: profile.value });
  const read = async () => {
    place.hidden = scenario.value !== FILE;
    show(rest);
    if (!wanted().scenario) return;
    const asked = wanted();
    await busily(async () => {
      try {
        const form = await act("api/founding/form", asked);
        complain(null);
        if (asked.scenario === wanted().scenario) show(rest, terms(choices, form, wanted));
      } catch (error) {
        complain(error);
      }
    });
  };
  for (const one of [scenario, file, profile]) one.addEventListener("change", read);
  show(byId("games"), el("form", { id: "founding", onsubmit: (event) => event.preventDefault() },
    el("div", { class: "fields" }, el("label", {}, "Scenario ", scenario), el("label", {}, "Where rule book and TripleA differ ", profile), place), rest));
  read();
}

/** The rest of the form, for one scenario. */
function terms(choices, form, wanted) {
  const title = el("input", { size: 30, maxlength: 200, placeholder: form.title, autocomplete: "off" });
  const hotseat = el("input", { type: "checkbox" });
  const people = el("datalist", { id: "people" }, [choices.me, ...choices.people].map((text) => el("option", { value: text })));
  const seats = form.nations.map((nation) => [nation.name, el("input", { list: "people", value: named.get(nation.name) ?? "", oninput: (event) => named.set(nation.name, event.target.value), size: 30, autocomplete: "off", "data-key": `seat ${nation.name}`, "aria-label": `Who plays ${nation.name}` }), nation.sides]);
  const all = el("fieldset", {}, el("legend", {}, "Seats"), people,
    el("p", { class: "soft" }, `You are ${choices.me}. For others give an address, or a name with it: Ben <ben@example.org>.`),
    el("ul", { class: "rows seats" }, seats.map(([name, input, sides]) => el("li", {}, el("span", {}, name, el("span", { class: "soft" }, sides.length ? ` ${sides.join(", ")}` : "")), input, button("Me", () => { input.value = choices.me; named.set(name, choices.me); }, { class: "small", "aria-label": `I play ${name}` })))));
  hotseat.addEventListener("change", () => { all.hidden = hotseat.checked; });
  const options = form.options.map((one) => [one, PARTS[one.part](one, form)]);
  const dice = diceOf(choices.dice);
  const pace = el("input", { size: 30, placeholder: "72h mon-fri 08:00-22:00 +01:00", autocomplete: "off" });
  const bumps = el("input", { size: 30, placeholder: "3 every 24h then forfeit", autocomplete: "off" });
  const absence = el("input", { type: "number", min: 0, max: 365, value: 0 });
  const found = async () => {
    const body = {
      ...wanted(), title: title.value, hotseat: hotseat.checked, dice: dice.value(), pace: pace.value, bumps: bumps.value, absence: absence.value,
      seats: hotseat.checked ? {} : Object.fromEntries(seats.map(([name, input]) => [name, input.value])),
      options: Object.assign({}, ...options.map(([, one]) => one.changed())),
    };
    if (!await doing("api/founding/found", body)) return;
    named.clear();
    location.hash = "";
  };
  return [
    el("div", { class: "fields" }, el("label", {}, "Name of the game ", title), el("label", {}, hotseat, " All nations at this computer")),
    notes(form.notes),
    all,
    el("details", {}, el("summary", {}, "Options and bids"), el("p", { class: "soft" }, "As the scenario has them; what you change here stands in the terms of the invitation."), el("ul", { class: "options" }, options.map(([, one]) => one.node))),
    el("fieldset", {}, el("legend", {}, "Dice"), dice.node),
    el("fieldset", {}, el("legend", {}, "Pace"), el("p", { class: "soft" }, "Leave it empty for a game without deadlines."),
      el("div", { class: "fields" }, el("label", {}, "What a turn may take ", pace), el("label", {}, "Reminders after that ", bumps), el("label", {}, "Days each player may be away ", absence))),
    el("p", {}, choices.sends ? "Founding the game signs it and mails the invitations." : "No mail is configured: the invitation becomes a file for you to hand over."),
    el("p", { class: "doing" }, button("Found the game", found, { class: "main" })),
  ];
}

/** The parts of which options are made; `changed` gives the words of what is not as the scenario has it. */
const PARTS = { switch: switchOf, number: numberOf, nations: numbersOf };

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
