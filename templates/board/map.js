// The map: outlines from the program, owners and units on top, moved by drag, wheel, pinch and keys.

import { byId, draw } from "./dom.js";
import { chipOf } from "./chip.js";
import { Pane } from "./pane.js";

const NEAR = 3.2;

class GameMap {
  constructor(frame, map, chosen) {
    this.facts = map;
    this.shapes = new Map(map.areas.map((area) => [area.name, area]));
    this.nations = new Map(map.nations.map((nation) => [nation.name, nation]));
    this.air = new Set(map.air);
    this.paths = new Map();
    this.labels = new Map();
    this.seen = new Map();
    this.areas = draw("g", { class: "areas" });
    this.ways = draw("g", { class: "ways" });
    this.bent = draw("g", { class: "ways bent" });
    this.names = draw("g", { class: "labels" });
    for (const area of map.areas) this.addArea(area);
    const tip = draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, draw("path", { d: "M0 0 8 4 0 8z" }));
    const signs = Object.entries(map.symbols).map(([name, path]) => draw("symbol", { id: `u-${name}`, viewBox: `0 0 ${map.symbol_size} ${map.symbol_size}` }, draw("path", { d: path, "fill-rule": "evenodd" })));
    const bridges = map.bridges.map((line) => draw("polyline", { class: "bridge", points: line.join(" ") }));
    const insets = map.insets.map(([[left, top, right, bottom], title]) => draw("g", { class: "inset" },
      draw("rect", { x: left, y: top, width: right - left, height: bottom - top }), draw("title", {}, title)));
    this.svg = draw("svg", { id: "board", viewBox: `0 0 ${map.width} ${map.height}`, tabindex: 0, role: "img", "aria-label": "The board. Every area can be chosen by its name in the field above." },
      draw("defs", {}, tip, signs), this.areas, bridges, insets, this.ways, this.bent, this.names);
    frame.replaceChildren(this.svg);
    byId("credit").textContent = map.credit;
    this.pane = new Pane(this.svg, map.width, map.height, (size, zoom) => this.sized(size, zoom), (target, event) => {
      const name = target?.closest?.("[data-name]")?.dataset.name;
      if (name) chosen(name, { via: event.shiftKey });
    });
    for (const [id, factor] of [["zoom-in", 1.4], ["zoom-out", 1 / 1.4]]) byId(id).onclick = () => this.pane.zoom(factor);
    byId("zoom-all").onclick = () => this.pane.all();
  }

  addArea(area) {
    const path = draw("path", { d: area.path, "fill-rule": "evenodd", "data-name": area.name }, draw("title"));
    const label = draw("g", { class: "label" }, draw("text", { class: "name", y: -13 }), draw("g", { class: "chip" }), draw("text", { class: "steps", y: 25 }));
    this.paths.set(area.name, path);
    this.labels.set(area.name, label);
    this.areas.append(path);
    this.names.append(draw("g", { transform: `translate(${area.at})` }, label));
  }

  has(name) { return this.paths.has(name); }
  isSea(name) { return this.shapes.get(name).sea; }

  /** Letters and units keep their size on the screen; near enough each kind of unit has its sign. */
  sized(points, zoom) {
    const near = zoom >= NEAR;
    for (const label of this.labels.values()) label.setAttribute("transform", `scale(${points})`);
    if (near === this.isNear) return;
    this.isNear = near;
    for (const [name, area] of this.seen) this.units(name, area);
  }

  /** Owners, units and battles of a turn; what has not changed stays. */
  update(turn) {
    for (const [name, area] of Object.entries(turn.overlay?.areas ?? {})) {
      const text = JSON.stringify(area);
      if (this.seen.get(name)?.text === text) continue;
      this.area(name, area);
      this.units(name, area);
      this.seen.set(name, { ...area, text });
    }
    this.arrows(turn.orders ?? []);
  }

  area(name, area) {
    const path = this.paths.get(name);
    const owner = this.nations.get(area.owner);
    const { colours } = this.facts;
    path.setAttribute("class", `${area.kind}${area.fought ? " fought" : ""}`);
    path.setAttribute("fill", area.kind === "sea" ? owner?.sea ?? colours.sea : area.kind === "impassable" ? colours.impassable : owner?.land ?? colours.neutral);
    path.firstChild.textContent = `${name}. ${area.words}`;
    const label = this.labels.get(name);
    label.firstChild.textContent = `${area.signs}${area.signs ? " " : ""}${name}${area.fought ? " ✕" : ""}`;
    label.setAttribute("class", `label on-${area.kind}${area.signs || area.fought ? " main" : ""}`);
  }

  units(name, area) {
    const rows = chipOf(area.forces, this.nations, this.isNear);
    const [, chip, steps] = this.labels.get(name).children;
    chip.replaceChildren(...rows);
    steps.setAttribute("y", this.isNear && rows.length > 1 ? 18 * rows.length + 7 : 25);
  }

  /** An arrow for each order that moves something. */
  arrows(orders) {
    this.ways.replaceChildren(...orders.filter((order) => order.path.length > 1).map((order) => this.arrow(order.path)));
  }

  /** The way of a move that has not been given yet; none for an empty one. */
  draft(way) {
    this.bent.replaceChildren(...(way.length > 1 ? [this.arrow(way)] : []));
  }

  arrow(way) {
    return draw("polyline", { points: way.map((name) => this.shapes.get(name).at).join(" "), "marker-end": "url(#tip)" });
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

  /** Say at an area why something was refused. */
  mark(name, text) {
    const steps = this.labels.get(name)?.lastChild;
    if (steps) steps.textContent = text.length > 60 ? "✕ not possible" : `✕ ${text}`;
  }

  /** Bring an area to the middle, unless it can be seen well already. */
  centre(name) {
    const shape = this.shapes.get(name);
    if (shape && !this.pane.sees(...shape.at)) this.pane.centre(...shape.at);
  }

  /** Open where most of the mover's front is. */
  begin(turn) {
    const places = (turn.place ? [turn.place] : turn.overlay?.front ?? []).map((name) => this.shapes.get(name)?.at).filter(Boolean);
    if (!places.length) return;
    const reach = this.facts.width / 8;
    const around = (from) => places.filter((at) => Math.hypot(at[0] - from[0], at[1] - from[1]) < reach);
    this.pane.fit(places.map(around).reduce((best, near) => (near.length > best.length ? near : best)));
  }
}

/** Draw a map into a frame; `chosen` is called with the name of an area that was clicked. */
export const drawMap = (frame, map, chosen) => new GameMap(frame, map, chosen);
