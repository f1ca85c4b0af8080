// How the nations stand: money, income, units, victory cities and technologies, side by side, and what decides the game.

import { byId, el, show } from "./dom.js";
import { papersButton } from "./papers.js";
import { now } from "./table.js";

const COLUMNS = [["PUs", "pus"], ["Income", "income"], ["Units", "units"], ["Worth", "worth"], ["Cities", "cities"]];

let isOpen = false;

/** Few nations with many figures: a column for each nation. */
function across(nations, figures, seats) {
  const head = (one) => el("th", { scope: "col", class: one.name === now.turn.nation ? "on-turn" : "" }, one.name, el("div", { class: "soft" }, [seats[one.name] ?? "", ...one.more].join(", ")));
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ""), nations.map(head))),
    el("tbody", {}, figures.map((name) => el("tr", {}, el("th", { scope: "row" }, name), nations.map((one) => el("td", {}, String(one.figures[name])))))));
}

/** A row for each nation in turn order; what no nation of the game has is left out. */
export function showNations() {
  const { nations = [], sides = [], aims = [], seats } = now.turn;
  const columns = COLUMNS.filter(([, key]) => nations.some((one) => one[key]));
  const figures = Object.keys(nations[0]?.figures ?? {});
  const row = (one) => el("tr", { class: one.name === now.turn.nation ? "on-turn" : "" },
    el("th", { scope: "row" }, one.name, el("span", { class: "soft" }, ` ${seats[one.name] ?? ""}`), one.more.length ? el("div", { class: "soft" }, one.more.join(", ")) : ""),
    columns.map(([, key]) => el("td", {}, String(one[key]))));
  const sum = ([name, members]) => el("tr", { class: "sum" }, el("th", { scope: "row" }, name),
    columns.map(([, key]) => el("td", {}, String(nations.filter((one) => members.includes(one.name)).reduce((all, one) => all + one[key], 0)))));
  const list = el("details", { open: isOpen }, el("summary", {}, "How the nations stand"),
    figures.length ? across(nations, figures, seats) : el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Nation"), columns.map(([title]) => el("th", { scope: "col" }, title)))),
      el("tbody", {}, nations.map(row), sides.map(sum))),
    aims.length ? el("ul", { class: "aims" }, aims.map((text) => el("li", {}, text))) : "");
  list.addEventListener("toggle", () => { isOpen = list.open; });
  show(byId("nations"), nations.length ? [list, papersButton()] : "");
}
