// The map: outlines from the program, owners and units on top, moved by drag, wheel, pinch and keys.

import { byId, draw } from "./dom.js";
import { Pane } from "./pane.js";

const MOST_BADGES = 3;

class GameMap {
  constructor(frame, map, chosen) {
    this.shapes = new Map(map.areas.map((area) => [area.name, area]));
    this.nations = new Map(map.nations.map((nation) => [nation.name, nation]));
    this.kinds = { air: new Set(map.air), sea: new Set(map.sea), still: new Set(map.still) };
    this.paths = new Map();
    this.labels = new Map();
    this.areas = draw("g", { class: "areas" });
    this.ways = draw("g", { class: "ways" });
    this.names = draw("g", { class: "labels" });
    for (const area of map.areas) this.addArea(area);
    const bridges = map.bridges.map((line) => draw("polyline", { class: "bridge", points: line.join(" ") }));
    const tip = draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, draw("path", { d: "M0 0 8 4 0 8z" }));
    this.svg = draw("svg", { id: "board", viewBox: `0 0 ${map.width} ${map.height}`, tabindex: 0, role: "img", "aria-label": "The board. Every area can be chosen by its name in the field above." },
      draw("defs", {}, tip), this.areas, ...bridges, this.ways, this.names);
    frame.replaceChildren(this.svg);
    this.pane = new Pane(this.svg, map.width, map.height, (size) => this.names.setAttribute("font-size", size), (target, event) => {
      const name = target?.closest?.("[data-name]")?.dataset.name;
      if (name) chosen(name, { via: event.shiftKey });
    });
    for (const [id, factor] of [["zoom-in", 1.4], ["zoom-out", 1 / 1.4]]) byId(id).onclick = () => this.pane.zoom(factor);
    byId("zoom-all").onclick = () => this.pane.all();
    frame.dataset.credit = map.credit;
  }

  addArea(area) {
    const title = draw("title");
    const path = draw("path", { d: area.path, "fill-rule": "evenodd", "data-name": area.name }, title);
    const label = draw("g", { class: "label", transform: `translate(${area.at})` },
      draw("text", { class: "name", y: "-.35em" }), draw("text", { class: "units", y: ".8em" }), draw("text", { class: "steps", y: "1.9em" }));
    this.paths.set(area.name, path);
    this.labels.set(area.name, label);
    this.areas.append(path);
    this.names.append(label);
  }

  has(name) { return this.paths.has(name); }
  near(name) { return this.shapes.get(name).near; }
  isSea(name) { return this.shapes.get(name).sea; }

  /** Owners, units and battles of a turn. */
  update(turn) {
    if (!turn.overlay) return;
    for (const [name, area] of Object.entries(turn.overlay)) {
      const path = this.paths.get(name);
      const owner = this.nations.get(area.owner);
      path.setAttribute("class", [area.kind, owner ? `n${owner.colour}` : "", area.taken ? "taken" : "", area.battles.length ? "fought" : ""].join(" ").trim());
      path.firstChild.textContent = describe(name, area);
      const [label, units] = this.labels.get(name).children;
      label.textContent = `${area.signs}${area.signs ? " " : ""}${name}${area.battles.length ? " ✕" : ""}`;
      units.replaceChildren(...this.badges(area));
      this.labels.get(name).setAttribute("class", `label on-${area.kind}${area.signs || area.battles.length ? " main" : ""}`);
    }
    this.arrows(turn.orders ?? []);
  }

  badges(area) {
    const counts = new Map();
    for (const [owner, type, count] of area.stacks) if (!this.kinds.still.has(type)) counts.set(owner, (counts.get(owner) ?? 0) + count);
    return [...counts].slice(0, MOST_BADGES).map(([owner, count], place) => {
      const nation = this.nations.get(owner);
      return draw("tspan", { class: nation ? `n${nation.colour}` : "nobody", dx: place ? ".5em" : 0 }, `${nation?.letter ?? "n"}${count}`);
    });
  }

  /** An arrow for each order that moves something. */
  arrows(orders) {
    this.ways.replaceChildren(...orders.filter((order) => order.path.length > 1).map((order) => {
      const points = order.path.map((name) => this.shapes.get(name).at);
      return draw("polyline", { points: points.join(" "), "marker-end": "url(#tip)" }, draw("title", {}, order.text));
    }));
  }

  /** Light areas: name to words that stand below it; the start is marked. */
  light(start, targets, by = "") {
    for (const [name, path] of this.paths) {
      path.toggleAttribute("data-start", name === start);
      path.toggleAttribute("data-lit", targets.has(name));
      path.toggleAttribute("data-sea", targets.get(name) === by && by !== "");
      this.labels.get(name).lastChild.textContent = targets.get(name) ?? "";
    }
    this.svg.toggleAttribute("data-choosing", targets.size > 0);
  }

  mark(name, text) {
    const steps = this.labels.get(name)?.lastChild;
    if (!steps) return;
    steps.textContent = "✕ not possible";
    this.paths.get(name).firstChild.textContent = text;
  }

  centre(name) {
    const shape = this.shapes.get(name);
    if (shape) this.pane.centre(...shape.at);
  }

  /** Open on the front of whoever moves: their capital or their largest stack, close enough to read. */
  begin(turn) {
    const mine = Object.entries(turn.overlay ?? {}).map(([name, area]) => {
      const own = area.stacks.filter(([owner]) => owner === turn.nation).reduce((sum, [, , count]) => sum + count, 0);
      const against = this.near(name).some((other) => {
        const there = turn.overlay[other];
        return there.owner && there.owner !== turn.nation && there.stacks.some(([owner]) => owner !== turn.nation);
      });
      return [own + (against ? own : 0), name];
    }).sort(([one], [other]) => other - one);
    if (turn.place) this.pane.centre(...this.shapes.get(turn.place).at, 3);
    else if (mine.length && mine[0][0]) this.pane.centre(...this.shapes.get(mine[0][1]).at, 3);
  }
}

function describe(name, area) {
  const facts = [area.owner || (area.kind === "sea" ? "" : area.kind), area.value ? `worth ${area.value}` : "", area.battles.join(", ")].filter(Boolean);
  const units = area.stacks.map(([owner, , count, , label]) => `${owner || "neutral"} ${count} ${label}`).join("; ");
  return `${name}${facts.length ? `: ${facts.join(", ")}` : ""}${units ? `. ${units}` : ""}`;
}

/** Draw a map into a frame; `chosen` is called with the name of an area that was clicked. */
export const drawMap = (frame, map, chosen) => new GameMap(frame, map, chosen);
