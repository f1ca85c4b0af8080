// The odds of any battle in a window: of an area of the game, or of made-up forces, and what it would take.

import { look } from "./api.js";
import { button, byId, el, sentence, show, stepper } from "./dom.js";
import { kindIn } from "./kinds.js";
import { plan } from "./plan.js";
import { busily, now, path } from "./table.js";

/** A reason to retreat, and how it is written. */
const RETREATS = ["best", "after 2", "below 3", "leave 2", "air only", "chance 30%", "profit 5", "kill 10%"];

const QUESTIONS = { end: "How does it end?", needed: "What does it take to win?", hold: "What does it take to hold it?", attacks: "Which attacks are open to me?", threats: "Which areas of mine are in danger?" };

const SIDES = ["attackers", "defenders"];

/** What is asked: the numbers of units by side and type are made up as soon as somebody changes one. */
const asked = { place: "", isMadeUp: false, attackers: new Map(), defenders: new Map() };

/** Counts the questions, so that a slow answer to an earlier one is left out. */
let questions = 0;

const field = (name) => byId(`odds-${name}`);

/** The part of the address that asks. */
const address = (question) => path(`calculate?asked=${encodeURIComponent(JSON.stringify(question))}`);

const isSea = () => (asked.place ? now.map.isSea(asked.place) : field("sea").checked);

const written = (side) => [...asked[side]].filter(([, count]) => count).map(([type, count]) => `${count} ${type}`).join(", ");

/**
 * The question as it is filled in; its fields are those of pbem/board/calculator.py.
 * @returns {Record<string, any>}
 */
function question() {
  const what = field("question").value;
  const text = (name) => field(name).value.trim();
  const chance = `${Math.min(100, Math.max(1, Number(text("chance")) || 50))}%`;
  const common = {
    retreat: text("retreat"), waves: text("waves"), attack_losses: text("attack-losses"), defence_losses: text("defence-losses"),
    keep_land: field("keep-land").checked, attack_submarines: text("attack-submarines"),
    ...(text("prize") ? { prize: Number(text("prize")) } : {}),
  };
  if (what === "attacks") return { ask: "attacks", ...common };
  if (what === "threats") return { ask: "threats", hold: chance, retreat: common.retreat, keep_land: common.keep_land };
  const aim = what === "end" ? {} : { [what]: chance, add: text("add"), waves: "" };
  if (!asked.isMadeUp) return { ask: "area", place: asked.place, everybody: field("everybody").checked, ...common, ...aim, ...(what === "hold" ? { add: "" } : {}) };
  return {
    ask: "forces", place: asked.place, attackers: written("attackers"), defenders: written("defenders"), sea: isSea(), ...common, ...aim,
    attack_tech: text("attack-tech"), defence_tech: text("defence-tech"), landed: field("landed").checked, bombard: text("bombard"),
    defence_submarines: text("defence-submarines"), luck: text("luck"), options: text("options"), exact: field("exact").checked,
  };
}

/** Ask, and show the answer. */
const work = () => busily(async () => {
  const mine = (questions += 1);
  const wanted = question();
  if (wanted.ask === "forces" && !(wanted.attackers && wanted.defenders)) {
    tell(el("p", { class: "soft" }, "Give both sides units, or choose an area with a battle."));
    return;
  }
  if (wanted.ask === "area" && !wanted.place) {
    tell();
    return;
  }
  try {
    const { text, data } = await look(address(wanted));
    if (mine !== questions) return;
    if (wanted.ask === "area" && !wanted.needed && !wanted.hold) fill(data);
    tell(...answer(text, data));
  } catch (error) {
    if (mine === questions) tell(el("p", { class: "hurt", role: "alert" }, error.message));
  }
});

const tell = (...parts) => show(byId("odds-answer"), ...parts);

const percent = (chance) => `${(100 * chance).toFixed(1)} %`;

const OUTCOMES = { win: "The attacker wins", loss: "The defender wins", both: "Both are destroyed", stalemate: "Nobody can hit", retreat: "The attacker retreats" };

const forceOf = (units) => Object.entries(units).map(([type, count]) => `${count} ${type.replaceAll("_", " ")}`).join(", ") || "nothing";

/** The answer in bars and sentences; all that the terminal prints stands below. */
function answer(text, data) {
  const whole = el("details", {}, el("summary", {}, "In full"), el("pre", {}, text));
  if (!data.chances) return [el("pre", {}, text)];
  const chance = data.waves ? data.waves.success : data.success;
  const left = (side, title) => el("div", {}, el("h4", {}, title), el("ul", { class: "left-over" }, data.survivors[side].filter((one) => one.chance > 0.0005).slice(0, 6).map(({ units, chance: share }) => el("li", {}, el("span", { class: "share" }, percent(share)), ` ${forceOf(units)}`))));
  return [
    el("p", { class: "chance" }, el("strong", {}, percent(chance)), data.waves ? " that the waves together succeed" : " for the attacker"),
    bar(chance),
    el("ul", {}, Object.entries(OUTCOMES).filter(([name]) => data.chances[name]).map(([name, words]) => el("li", {}, `${words}: ${percent(data.chances[name])}`)),
      el("li", {}, `The attacker loses ${data.losses.attacker.pus.toFixed(1)} PUs on average, the defender ${data.losses.defender.pus.toFixed(1)}; profit ${data.profit.toFixed(1)}.`),
      el("li", {}, `${data.rounds.toFixed(1)} rounds on average. ${data.runs ? `Simulated: ${data.runs} battles, error up to ${percent(data.standard_error)}.` : "Exact."}`),
      (data.choices ?? []).map((one) => el("li", {}, `${sentence(one.text)}.`))),
    data.units !== undefined && data.units !== null ? el("p", {}, el("strong", {}, `${forceOf(data.units)} (${data.cost} PUs)`)) : "",
    el("div", { class: "two" }, left("attacker", "Attackers left"), left("defender", "Defenders left")),
    whole];
}

function bar(chance) {
  const part = el("span", { class: "won" });
  part.style.width = `${100 * chance}%`;
  return el("div", { class: "bar" }, part);
}

/** Take the forces of a battle of the game into the fields. */
function fill(data) {
  for (const side of SIDES) asked[side] = new Map(Object.entries(data[side]));
  drawForces();
}

/** The units of both sides, a row for each kind that can fight there. */
function drawForces() {
  const kinds = now.map.facts.units.filter((unit) => unit.fights && (unit.domain === "air" || (unit.domain === "sea") === isSea()));
  for (const side of SIDES) {
    show(byId(`odds-${side}`), el("ul", { class: "rows" }, kinds.map((unit) => el("li", {},
      kindIn(unit.type, unit.name),
      stepper(`${unit.name} of the ${side}`, asked[side].get(unit.type) ?? 0, 0, 200, (count) => {
        asked[side].set(unit.type, count);
        asked.isMadeUp = true;
        drawState();
        soon();
      })))));
  }
}

/** Say whose forces these are. */
function drawState() {
  const where = asked.place ? `in ${asked.place}` : "nowhere on the board";
  byId("odds-state").textContent = asked.isMadeUp ? `Made-up forces ${where}, by the rules of this game.` : asked.place ? `The battle ${where} as it stands.` : "Choose an area, or give both sides units.";
  const what = field("question").value;
  const isBattle = !["attacks", "threats"].includes(what);
  byId("odds-forces").hidden = !isBattle;
  field("chance").closest("label").hidden = !["needed", "hold", "threats"].includes(what);
  field("add").closest("label").hidden = !["needed", "hold"].includes(what) || (what === "hold" && !asked.isMadeUp);
  field("everybody").closest("label").hidden = asked.isMadeUp || !isBattle;
  field("sea").closest("label").hidden = asked.place !== "";
}

/** Who stands in an area, where no battle is to be had: they defend it. */
async function takeArea() {
  asked.isMadeUp = false;
  for (const side of SIDES) asked[side] = new Map();
  if (asked.place) {
    const view = await look(path(`area?name=${encodeURIComponent(asked.place)}`)).catch(() => null);
    for (const group of view?.groups ?? []) if (group.owner !== now.turn.nation) asked.defenders.set(group.type, (asked.defenders.get(group.type) ?? 0) + group.count);
  }
  drawForces();
  drawState();
  await work();
}

let timer = 0;

/** Ask when nothing was changed for a moment; what takes long is asked for by the button. */
function soon() {
  clearTimeout(timer);
  if (field("question").value === "end") timer = setTimeout(work, 200);
}

const choice = (name, values) => el("select", { id: `odds-${name}`, "data-key": name, onchange: () => { drawState(); soon(); } }, Object.entries(values).map(([value, words]) => el("option", { value }, words)));
const box = (name, words) => el("label", {}, el("input", { type: "checkbox", id: `odds-${name}`, "data-key": name, onchange: () => { if (name === "sea") drawForces(); drawState(); soon(); } }), ` ${words}`);
const line = (name, words, traits = {}) => el("label", {}, `${words} `, el("input", { id: `odds-${name}`, "data-key": name, autocomplete: "off", spellcheck: "false", onchange: soon, ...traits }));

/** The window, made anew for each game. */
function opened() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("calculator"));
  asked.place = plan()?.name ?? now.turn.place ?? "";
  const places = el("select", { id: "odds-place", "data-key": "place", onchange: (event) => { asked.place = event.target.value; takeArea(); } },
    el("option", { value: "" }, "no area"), [...now.map.paths.keys()].sort().map((name) => el("option", { value: name, selected: name === asked.place }, name)));
  show(dialog, el("div", { class: "titled" }, el("h2", { id: "calculator-title" }, "Odds"), button("Close", () => dialog.close(), { "aria-label": "Close the odds" })),
    el("p", { class: "fields" }, el("label", {}, "Area ", places), el("label", {}, "Question ", choice("question", QUESTIONS)),
      line("chance", "Chance in %", { type: "number", min: 1, max: 100, value: 90 }), line("add", "Among these units", { placeholder: "what can get there" })),
    el("p", { class: "fields" }, box("everybody", "with all that could get there"), box("sea", "at sea")),
    el("p", { id: "odds-state", class: "soft", role: "status" }),
    el("div", { id: "odds-forces", class: "two" },
      el("section", { class: "army" }, el("h3", {}, "Attackers"), el("div", { id: "odds-attackers" })),
      el("section", { class: "army" }, el("h3", {}, "Defenders"), el("div", { id: "odds-defenders" }))),
    el("details", {}, el("summary", {}, "Plans, technologies and rules"),
      el("p", { class: "soft" }, "Retreats and submarines of both sides count as they are set here. What stands below the line changes made-up forces only."),
      el("div", { class: "fields" },
        line("retreat", "The attacker retreats", { list: "odds-retreats", placeholder: "never; several with ;" }), el("datalist", { id: "odds-retreats" }, RETREATS.map((value) => el("option", { value }))),
        line("attack-losses", "Attackers lost first", { placeholder: "as usual" }), line("defence-losses", "Defenders lost first", { placeholder: "as ordered" }),
        line("prize", "Success is worth, in PUs", { type: "number", min: 0, max: 10000, placeholder: "as it is" }),
        el("label", {}, "The attacker's submarines ", choice("attack-submarines", { stay: "stay", submerge: "submerge" })), box("keep-land", "keep a land unit to the last")),
      el("label", { class: "wide" }, "Waves that follow, a line each, such as 3 armour, after 1 ", el("textarea", { id: "odds-waves", rows: 2, "data-key": "waves", onchange: soon })),
      el("hr"),
      el("div", { class: "fields" },
        line("attack-tech", "Technologies of the attacker"), line("defence-tech", "Technologies of the defender"),
        line("bombard", "Ships that fire at the shore", { placeholder: "1 battleship" }), box("landed", "by sea"),
        el("label", {}, "The defender's submarines ", choice("defence-submarines", { default: "as usual", stay: "stay", submerge: "submerge" })),
        el("label", {}, "Luck ", choice("luck", { "": "as the game has it", dice: "dice", low: "low luck" })), box("exact", "also as fractions")),
      el("label", { class: "wide" }, "Other options, a line each, such as two_hit_battleship = true ", el("textarea", { id: "odds-options", rows: 2, "data-key": "options", onchange: soon }))),
    el("p", { class: "doing" }, button("Work it out", work, { class: "main" })),
    el("div", { id: "odds-answer", role: "status" }));
  dialog.hidden = false;
  dialog.showModal();
  takeArea();
}

export function listenForCalculator() {
  byId("odds-open").addEventListener("click", () => now.map && now.turn.round && opened());
}
