// The battle window: both sides face each other, dice fall, and whom they hit is chosen on the pictures.

import { look } from "./api.js";
import { button, byId, el, focusedIn, plural, sentence, show } from "./dom.js";
import { pictureOf } from "./kinds.js";
import { told } from "./past.js";
import { now, path } from "./table.js";

/** The battle whose window was closed after its end, and whether the map is looked at meanwhile. */
let closed = "";
let folded = false;

/** What was told of it when the window was drawn last: only dice that are new fall. */
let known = { key: "", groups: 0 };

const keyOf = (battle) => (battle ? `${now.turn.game} ${battle.place} ${battle.kind}` : "");

/** Whether the window is to be seen: during a battle, and afterwards until it is closed or the phase ends. */
function isOpen(battle) {
  if (!battle) return false;
  return !battle.over || (closed !== keyOf(battle) && now.turn.phase === "battle" && now.turn.kind === "orders");
}

/** Draw the window of a turn; the question of the turn is asked in it. */
export function showBattle() {
  const { battle } = now.turn;
  const isShown = isOpen(battle);
  if (battle && !battle.over) closed = "";
  if (!isShown) folded = false;
  byId("table").toggleAttribute("data-battle", isShown && !folded);
  const place = byId("battle");
  const home = isShown && !battle.over && !folded ? byId("asking") : byId("side");
  const focused = focusedIn(byId("ask"));
  if (isShown) fill(battle);
  place.hidden = !isShown;
  if (byId("ask").parentElement !== home) {
    if (home.id === "side") byId("film").after(byId("ask"));
    else home.append(byId("ask"));
    focused?.focus();
  }
}

function fill(battle) {
  const [attacker, defender] = battle.sides;
  const key = keyOf(battle);
  const fresh = known.key === key ? battle.told.length - known.groups : 0;
  known = { key, groups: battle.told.length };
  const toggle = () => {
    folded = !folded;
    showBattle();
  };
  const close = () => {
    closed = key;
    showBattle();
  };
  show(byId("battle-head"),
    el("h2", { id: "battle-title" }, battle.kind === "battle" ? `Battle of ${battle.place}` : `${sentence(battle.kind)}: ${battle.place}`,
      el("span", { class: "soft" }, battle.over ? " is over" : battle.round ? ` round ${battle.round}` : "")),
    el("span", { class: "doing" }, button(folded ? "Show the battle" : "Show the map", toggle, { class: "small", "data-key": "fold" }),
      battle.over ? button("Close", close, { class: "small", "aria-label": "Close the battle", "data-key": "close battle" }) : ""));
  byId("battle-body").hidden = folded;
  show(byId("facing"), side(attacker), el("div", { class: "against", "aria-hidden": "true" }, "⚔"), side(defender));
  chance(battle);
  const groups = battle.told.map((group, at) => el("li", { class: at >= battle.told.length - fresh && fresh > 0 ? "fresh" : "" }, group.map(told)));
  show(byId("battle-log"), groups);
  byId("battle-log").scrollTop = byId("battle-log").scrollHeight;
  picked();
}

/** The odds come when they are worked out; for a battle that is over there are none. */
function chance(battle) {
  const place = byId("chance");
  // While hits are given out, the question says what each choice leads to.
  if (battle.over || now.turn.what === "casualties") {
    show(place);
    return;
  }
  const { version } = now.turn;
  look(path("chance")).then(({ chance: percent, text }) => {
    if (now.turn?.version !== version || percent === undefined) return;
    show(place, el("div", { class: "bar", "aria-hidden": "true" }, el("span", { class: "won" })), el("p", {}, text));
    place.querySelector(".won").style.width = `${percent}%`;
  }).catch(() => show(place));
}

/** One side: its nation, its units as pictures, and those that it has lost. */
function side({ side: which, nation, rows, lost }) {
  const owner = now.map?.nations.get(nation);
  const title = el("h3", {}, nation || "Neutral", el("span", { class: "soft" }, which === "attacker" ? " attack" : " defend"));
  const node = el("div", { class: `army ${which}`, "data-side": which },
    title, el("ul", { class: "army-units" }, rows.map((row) => unit(row, nation))),
    rows.length ? "" : el("p", { class: "soft" }, "nobody is left"),
    lost.length ? el("div", { class: "fallen" }, el("h4", {}, "Lost"), el("ul", { class: "army-units" }, lost.map((row) => unit(row, nation, true)))) : "");
  if (owner) {
    node.style.setProperty("--own", owner.fill);
    node.style.setProperty("--own-ink", owner.ink);
  }
  return node;
}

/** Like units: their picture, how many, what they hit at; where losses are chosen a button that takes one more. */
function unit(row, nation, isLost = false) {
  const hits = row.is_block ? `strength ${row.strength}` : row.strength ? `hits at ${row.strength} or less` : "does not fire";
  const words = `${row.count} ${row.label}${row.owner ? ` (${row.owner})` : ""}${row.hits ? `, ${plural(row.hits, "hit")} taken` : ""}`;
  const parts = [pictureOf(row.symbol, row.type, row.owner || nation), el("span", { class: "many" }, String(row.count)),
    el("span", { class: "who" }, row.label, row.owner ? ` (${row.owner})` : "", row.hits ? el("span", { class: "hurt" }, " damaged") : "", isLost ? "" : el("span", { class: "soft" }, ` ${hits}`))];
  const chooser = isLost ? null : choice(row, nation);
  if (!chooser) return el("li", { class: isLost ? "lost" : "" }, el("span", { class: "stack" }, parts), isLost ? el("span", { class: "hidden" }, " lost") : "");
  return el("li", {}, el("button", { type: "button", class: "stack", "data-key": `hit ${row.type} ${row.owner} ${row.hits}`, "data-meaning": `hit ${row.type} ${row.owner}`, "data-pile": chooser.label, "aria-label": `Take one more of ${words}`, onclick: () => takeOne(chooser) }, parts, el("span", { class: "taken", "aria-hidden": "true" })));
}

const form = () => (now.turn.what === "casualties" ? (now.turn.forms ?? []).find((one) => one.shape === "units" && one.count) : undefined);

/** The pile of losses to choose from that these units are; null where none are chosen from them. */
function choice(row, nation) {
  const asked = form();
  if (!asked) return null;
  const owner = row.owner || nation;
  return asked.piles.find((pile) => pile.type === row.type && (pile.owner || now.turn.nation) === owner) ?? null;
}

const stepperOf = (label) => [...byId("ask").querySelectorAll(".stepper")].find((one) => one.querySelector("input").getAttribute("aria-label") === label);

/** One hit more on these units, and where all hits are given out already, one less on others. */
function takeOne(pile) {
  const all = form().piles.map((one) => ({ pile: one, node: stepperOf(one.label) })).filter(({ node }) => node);
  const value = ({ node }) => Number(node.querySelector("input").value);
  const own = all.find((one) => one.pile === pile);
  if (value(own) >= pile.most) {
    own.node.set(0);
    return;
  }
  const sum = all.reduce((one, other) => one + value(other), 0);
  if (sum >= form().count) {
    const other = all.filter((one) => one !== own && value(one)).sort((one, next) => value(next) - value(one))[0];
    if (!other) return;
    other.node.set(value(other) - 1);
  }
  own.node.set(value(own) + 1);
}

/** Mark on the pictures how many are chosen. */
function picked() {
  for (const one of byId("facing").querySelectorAll("[data-pile]")) {
    const count = Number(stepperOf(one.dataset.pile)?.querySelector("input").value ?? 0);
    one.querySelector(".taken").textContent = count ? `−${count}` : "";
    one.setAttribute("aria-pressed", String(count > 0));
  }
}

export function listenForHits() {
  byId("ask").addEventListener("picked", picked);
}
