// The past of a game: its replay, and rehearsals from any moment.

import { act, look } from "./api.js";
import { button, byId, el, show } from "./dom.js";
import { showFilm } from "./film.js";
import { complain, now } from "./table.js";

const real = (what) => `api/games/${now.turn.real}/${what}`;
let shown = "";

/** The history below the turn; in a rehearsal what it is, above everything. */
export function showHistory() {
  const { turn } = now;
  const tried = turn.rehearsal !== null;
  show(byId("rehearsal"), tried ? [
    el("strong", {}, "A rehearsal with local dice. "), `Begun after step ${turn.rehearsal}. Nothing of it reaches the game or your turn, and it ends with the program. `,
    el("a", { href: `#${turn.real}` }, "Back to the game"), " ", el("a", { href: `api/games/${turn.game}/text`, download: `${turn.game}.txt` }, "Save it as a game text")] : "");
  document.documentElement.toggleAttribute("data-rehearsal", tried);
  if (shown === turn.game) return;
  shown = turn.game;
  const place = el("div", {});
  const open = async (event) => {
    if (!event.target.open || place.childElementCount) return;
    try {
      show(place, moments((await look(real("history"))).turns));
    } catch (error) {
      complain(error);
    }
  };
  show(byId("history"), turn.kind === "inviting" ? "" : [
    el("h2", {}, "History"),
    el("p", {}, el("a", { href: real("replay?open"), target: "_blank", rel: "noopener" }, "Open the replay"), " in another tab: every step on the map, graphs over time, luck"),
    tried ? "" : el("p", {}, button("What the others did", () => showFilm(true)), el("span", { class: "soft" }, " since your last turn, on the map")),
    tried ? "" : el("p", {}, button("Rehearse from here", () => rehearse(null)), el("span", { class: "soft" }, " with local dice and the orders that you have given; your turn stays as it is")),
    el("details", { ontoggle: open }, el("summary", {}, "Rehearse from an earlier moment"), place)]);
}

function moments(turns) {
  const turn = el("select", { "aria-label": "Turn", "data-key": "turn", onchange: () => choose() }, turns.map((one, index) => el("option", { value: index }, one.title)));
  const step = el("select", { "aria-label": "After", "data-key": "step" });
  const choose = () => show(step, turns[Number(turn.value)].steps.map(([number, text]) => el("option", { value: number }, text)));
  turn.value = String(turns.length - 1);
  choose();
  return [el("p", {}, turn, " after ", step), el("p", {}, button("Rehearse from there", () => rehearse(Number(step.value))))];
}

async function rehearse(step) {
  try {
    const { name } = await act(real("try"), { step });
    complain(null);
    location.hash = name;
  } catch (error) {
    complain(error);
  }
}
