// What the computer would order in this phase, with its reasons: taken over order by order, or not.

import { look } from "./api.js";
import { button, byId, el } from "./dom.js";
import { change, complain, now, path } from "./table.js";

/** The plan that was asked for: its phase, its groups, and those that the player does not want. */
let plan = { phase: "", groups: null, refused: new Set() };

const phaseNow = () => `${now.game} ${now.turn.round} ${now.turn.nation} ${now.turn.phase}`;

/** The advice of the computer: a button, and after it the plan for as long as the phase lasts. */
export function suggestion() {
  if (plan.phase !== phaseNow()) plan = { phase: phaseNow(), groups: null, refused: new Set() };
  const place = el("div", { id: "suggested" });
  redraw(place);
  return place;
}

function redraw(place) {
  const { groups, refused } = plan;
  if (groups === null) {
    place.replaceChildren(el("p", {}, button("What would the computer do?", () => ask(place))));
    return;
  }
  const left = groups.filter((_, at) => !refused.has(at));
  place.replaceChildren(el("h3", { tabindex: "-1" }, "The computer would"),
    left.length ? el("ol", {}, groups.map((group, at) => (refused.has(at) ? "" : listed(group, at))).filter(Boolean))
      : el("p", {}, groups.length ? "You want none of it." : "The computer has nothing to suggest in this phase."),
    el("p", {}, button(refused.size ? "Ask it again" : "Ask it anew", () => ask(place), { class: "small" })));
}

async function ask(place) {
  const { phase } = plan;
  place.replaceChildren(el("p", { role: "status" }, "The computer thinks it over …"));
  try {
    const { suggestions } = await look(path("suggest"));
    if (plan.phase === phase) plan = { phase, groups: suggestions, refused: new Set() };
  } catch (error) {
    complain(error);
  }
  const there = byId("suggested");
  if (!there) return;
  redraw(there);
  there.querySelector("h3")?.focus();
}

/** A group: why, and its orders, each with a button; what was given is said. */
function listed({ reason, place: goal, orders }, at) {
  const given = new Set(now.turn.orders.map((order) => order.text));
  const open = orders.filter((order) => !given.has(order.text));
  const refuse = () => {
    plan.refused.add(at);
    redraw(byId("suggested"));
  };
  return el("li", {}, el("p", {}, reason, goal && now.map?.has(goal) ? [" ", button("Show", () => now.map.centre(goal), { class: "small", "aria-label": `Show ${goal}`, "data-key": `suggested ${goal}` })] : ""),
    el("ul", {}, orders.map((order) => el("li", {}, el("span", {}, order.text), " ",
      given.has(order.text) ? el("span", { class: "soft" }, "taken over") : button("Take it over", () => give([order]), { class: "small", "aria-label": `Take over: ${order.text}`, "data-key": `take ${order.text}` })))),
    open.length ? el("p", { class: "doing" }, open.length > 1 ? button(`Take over all ${open.length}`, () => give(open), { "data-key": `take all ${at}` }) : "", button("Not this", refuse, { "data-key": `not ${at}`, class: "small" })) : "");
}

const give = (orders) => change("order", { orders: orders.map((order) => order.plain) });
