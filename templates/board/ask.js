// What the game waits for, and the forms in which the player answers.

import { button, byId, el, plural, saidOf, sentence, show } from "./dom.js";
import { look } from "./api.js";
import { carryOut, change, complain, finalButton, now, path, reload } from "./table.js";
import { showFilm } from "./film.js";
import { mails } from "./mails.js";
import { explained, formOf, lookAt, questionLines, shopNext, worded } from "./forms.js";
import { placesNow } from "./room.js";
import { once } from "./slips.js";
import { standing } from "./standing.js";
import { suggestion } from "./suggest.js";

const KINDS = {
  inviting: () => [el("p", {}, "The game has not started: not everybody has joined.")],
  elsewhere: () => [el("p", {}, `The game waits for ${now.turn.asked} (${now.turn.seats[now.turn.asked] ?? ""}).`), soFar(), fetching(), fate()],
  "game-over": () => [fate()],
  orders, decision: orders, dice, "hand-over": handOver, computer, complete,
};

export function showAsk() {
  const { turn } = now;
  const head = turn.kind === "complete" ? `The turn of ${turn.mover} is complete` : turn.kind === "elsewhere" ? "Waiting for others" : turn.kind === "computer" ? "The computer is thinking" : withoutTyping(turn);
  show(byId("ask"), el("h2", { id: "asked", tabindex: "-1" }, head), KINDS[turn.kind]());
  // A phase that cannot end yet goes on with what has to be filled in first; that can be taken back.
  const fills = turn.kind === "orders" && !byId("ask").querySelector("[data-main]") ? byId("ask").querySelector("[data-fills]") : null;
  fills?.classList.add("main");
  fills?.toggleAttribute("data-main", true);
}

/** What the game waits for, without what would be typed at the terminal. */
function withoutTyping({ text = "Waiting", kind }) {
  const plain = text.replace(/, then done$/, "");
  return kind === "orders" ? plain.replace(/ \([^()]*\)/g, "") : plain.replace(/ \([^()]*\)$/, "");
}

/** Do something with the mail, not with the turn. */
const doing = (where, body = {}) => carryOut(where, body, async ({ news }) => {
  await reload();
  byId("ask").append(saidOf(news));
});

/** What became of the mails. */
const fate = () => mails(now.turn, (what, body) => doing(path(what), body));

/** Mail for all games is fetched; what it brings for this one is shown at once. */
const fetching = () => el("p", {}, finalButton("Fetch mail", () => doing("api/fetch")));

/** The turn of another player as far as they show it: it is not over, and nothing waits for who looks. */
function soFar() {
  const shown = now.turn.so_far;
  if (!shown) return "";
  return el("div", { id: "so-far" }, el("p", {}, el("strong", {}, "The turn so far: it is not over. "), `${shown.nation} show what they have done; nothing waits for you yet.`),
    el("p", { class: "doing" }, button("Watch it on the map", () => showFilm(true))),
    el("details", {}, el("summary", {}, "The report so far"), el("pre", {}, shown.report)));
}

function orders() {
  const { turn } = now;
  const question = questionLines();
  const money = Object.entries(turn.unplaced ?? {});
  const forms = turn.forms.filter((form) => form.tag !== "done").map((form) => formOf(form));
  const done = turn.forms.find((form) => form.tag === "done");
  return [
    question.length ? el("ul", { class: "question" }, question.map((line) => el("li", {}, line))) : "",
    money.length ? el("p", {}, `To place: ${money.map(([name, count]) => `${count} ${name}`).join(", ")}.`) : "",
    turn.moves === null || turn.moves === undefined || !turn.forms.some((form) => form.shape === "way") ? "" : el("p", {}, `${plural(turn.moves, "unit")} can still move.`),
    warnings(),
    main(turn.forms.some((form) => form.shape === "units" && form.tag === turn.default?.plain[0]) ? null : turn.default, done),
    unfinished(done),
    turn.research ? el("p", { class: "left" }, turn.research) : "",
    ...forms,
    shopNext(done),
    battles(),
    showing(),
    turn.kind === "orders" && !turn.season ? suggestion() : "",
    standing(),
    line(),
  ];
}

/** The battles are over: the others can see them before the turn is. */
function showing() {
  if (!now.turn.shows) return "";
  const shown = async () => {
    const answer = await change("show");
    if (answer) byId("ask").append(saidOf(answer.said));
  };
  return el("details", {}, el("summary", {}, "Show the others the turn so far"),
    el("p", {}, "They get your battles now, marked as a turn that is not over. What is shown is final: your orders so far are signed with it."),
    el("p", { class: "doing" }, button("Sign and show", once(shown))));
}

/** The order that is expected, unless a form begins with it, and the end of the phase. */
function main(expected, done) {
  const parts = [];
  const isDone = expected && done && expected.text === done.choices[0].text;
  if (expected && !isDone) parts.push(finalButton(worded(expected), () => change("order", { orders: [expected.plain] })), el("span", { class: "soft" }, explained(expected)));
  // With units in hand and room for them the end would throw them away: the first place is dark instead.
  // Nor is the end dark while aircraft would be lost by it.
  const isLast = parts.length === 0 && !now.turn.warnings?.length && !(placesNow().size && Object.keys(now.turn.unplaced ?? {}).length);
  if (done) parts.push(button(`End the ${now.turn.phase_title} phase`, () => change("order", { orders: [done.choices[0].plain] }), { class: isLast ? "main" : "", "data-main": isLast, "data-end": true }));
  return parts.length ? el("p", { class: "doing" }, parts) : "";
}

/** Why the phase cannot end yet; places to fill are listed below with their room. */
function unfinished(done) {
  if (done || now.turn.default || placesNow().size) return "";
  return el("ul", { class: "question" }, (now.turn.unfinished ?? []).map((text) => el("li", {}, `${sentence(text)}.`)));
}

/** The pending battles; their odds come when they are worked out. */
function battles() {
  if (!now.turn.battles.length || now.turn.kind !== "orders") return "";
  const list = el("ul", { id: "odds" }, now.turn.battles.map(([place, kind]) => el("li", {}, kind === "battle" ? place : `${kind} ${place}`)));
  const { version } = now.turn;
  look(path("odds")).then(({ odds }) => {
    if (now.turn.version !== version || !odds.length) return;
    list.replaceChildren(...odds.map((one) => el("li", {}, el("a", { href: location.hash, onclick: (event) => { event.preventDefault(); now.map.centre(one.place); } }, one.place), `: ${one.text.split(": ").slice(1).join(": ")}`)));
  }, complain);
  return el("div", {}, el("h3", {}, plural(now.turn.battles.length, "battle")), list);
}

/** What is typed and was not taken yet, to be mended. */
const typed = { open: false, text: "" };

function line() {
  const input = el("input", { name: "line", size: 30, autocomplete: "off", "data-key": "line", value: typed.text, oninput: () => { typed.text = input.value; } });
  const give = once(async () => {
    if (!input.value || !await change("line", { line: input.value })) return;
    typed.text = "";
    const next = byId("ask").querySelector("[name=line]");
    if (next) next.value = "";
  });
  return el("details", { class: "typed", open: typed.open, ontoggle: (event) => { typed.open = event.target.open; } }, el("summary", {}, "Type an order"),
    el("form", { class: "line", onsubmit: (event) => { event.preventDefault(); give(); } }, el("label", {}, "As at the terminal ", input), el("button", { type: "submit" }, "Give")));
}

function dice() {
  return [warnings(), el("p", {}, now.turn.rehearsal !== null ? "Local dice, for this rehearsal only." : now.turn.orders.length ? "Your orders before the dice become final." : "The dice come from the authority that all players trust."),
    el("p", { class: "doing" }, finalButton("Roll the dice", () => change("roll")))];
}

function warnings() {
  const found = now.turn.warnings ?? [];
  const at = (name) => [" ", button("Show", () => lookAt(name), { class: "small", "data-key": `show ${name}`, "aria-label": `Show ${name}` })];
  return found.length ? el("ul", { class: "warnings" }, found.map((one) => el("li", {}, one.text, one.place && now.map?.has(one.place) ? at(one.place) : ""))) : "";
}

/** The computer's turn goes by itself; should that fail, the button is there. */
function computer() {
  const { version } = now.turn;
  const go = () => {
    tried = version;
    return change("computer");
  };
  setTimeout(() => now.turn?.version === version && tried !== version && go(), 0);
  return [el("p", {}, `The computer plays the ${now.turn.mover}.`), el("p", { class: "doing" }, button("Let it go on", go))];
}

/** The turn that the computer was let play last. */
let tried = "";

function handOver() {
  return [el("p", {}, `${now.turn.waits_for} (${now.turn.seats[now.turn.waits_for] ?? ""}) have to go on. What you ordered is signed and goes to them.`),
    el("p", { class: "doing" }, finalButton(now.turn.sends ? "Sign and send" : "Sign and hand over", finish))];
}

function complete() {
  if (now.turn.rehearsal !== null) return [warnings(), el("p", { class: "doing" }, finalButton("Go on with the next turn", finish))];
  const words = el("textarea", { rows: 2, maxlength: 4000, "data-key": "message", value: now.turn.message });
  words.addEventListener("change", () => change("message", { text: words.value }));
  return [
    warnings(),
    glance(now.turn.glance),
    el("details", {}, el("summary", {}, "The report as it will be mailed"), el("pre", {}, now.turn.report)),
    standing(),
    el("label", { class: "wide" }, "A message to the others ", words),
    el("p", { class: "doing" }, finalButton(now.turn.sends ? "Sign and send" : "Sign", finish)),
  ];
}

/** The turn at a glance, as in the report: a heading, and lines of which the long ones go on with an indent. */
function glance(text) {
  const [head, ...lines] = text.replace(/\n {4,}/g, " ").split("\n").map((line) => line.trim()).filter(Boolean);
  return el("div", { id: "glance" }, el("h3", {}, sentence(head.toLowerCase())), el("ul", {}, lines.map((line) => el("li", {}, line))));
}

async function finish() {
  const answer = await change("finish");
  if (!answer) return;
  // What waits is told beside its button already.
  const lines = now.turn.mails?.every((one) => one.delivery === "sent") ?? true ? answer.said : [];
  if (now.turn.rehearsal === null) byId("ask").append(saidOf(["The turn is signed.", ...lines]));
}
