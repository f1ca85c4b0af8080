// The map: outlines from the program, owners and units on top, moved by drag, wheel, pinch and keys.

import { byId, draw, el } from "./dom.js";
import { chipOf, NOBODY } from "./chip.js";
import { ABOVE, apart, DOT } from "./names.js";
import { overviewOf } from "./overview.js";
import { Pane } from "./pane.js";
import { reliefOf } from "./relief.js";
import { speakOf, spoken } from "./spoken.js";
import { now } from "./table.js";

/** Pixels between neighbouring lands, in the median, from which each kind of unit has its sign. */
const NEAR = 90;

/** The part of the whole width that is shown at most around an area that was looked up. */
const CLOSE_BY = 4;

/** How long after the pointer was on the map something is said where it was, in milliseconds. */
const RECENT = 4000;

/** Write a text, if it is another one: a new text is laid out with all that is drawn, though it be the same. */
const say = (node, words) => {
  if (node.textContent !== words) node.textContent = words;
};

const nameOf = (target) => target?.closest?.("[data-name]")?.dataset.name ?? "";

class GameMap {
  constructor(frame, map, told) {
    this.facts = map;
    this.shapes = new Map(map.areas.map((area) => [area.name, area]));
    this.nations = new Map(map.nations.map((nation) => [nation.name, nation]));
    this.air = new Set(map.air);
    speakOf(map.units);
    this.spacing = this.measured();
    this.paths = new Map();
    this.labels = new Map();
    this.seen = new Map();
    this.boxes = new Map();
    // Lands lie on top of the seas, and so on what is drawn around seas.
    this.waters = draw("g", { class: "areas", id: "waters" });
    this.lands = draw("g", { class: "areas", id: "lands" });
    this.lit = { waters: draw("g", { class: "outlines waters" }), lands: draw("g", { class: "outlines" }) };
    this.grounds = { waters: draw("g", { class: "outlines" }), lands: draw("g", { class: "outlines" }) };
    this.changes = { waters: draw("g", { class: "outlines" }), lands: draw("g", { class: "outlines" }) };
    this.ways = draw("g", { class: "ways" });
    this.bent = draw("g", { class: "ways bent" });
    this.names = draw("g", { class: "labels" });
    this.relief = reliefOf(map.pictures, now.game);
    for (const area of map.areas) this.addArea(area);
    const tip = draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, draw("path", { d: "M0 0 8 4 0 8z" }));
    const [lettersSize, baseline] = map.symbol_text;
    const signs = Object.entries(map.symbols).map(([name, { outline, letters, width }]) => draw("symbol", { id: `u-${name}`, viewBox: `0 0 ${width} ${map.symbol_size}` },
      draw("path", { d: outline, "fill-rule": "evenodd" }), letters ? draw("text", { x: map.symbol_size, y: baseline, "font-size": lettersSize, "font-weight": 700, "text-anchor": "start" }, letters) : ""));
    const patterns = map.nations.map((nation, at) => draw("pattern", { id: `pattern-${at}`, width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: `scale(${map.width / 1600})` },
      draw("rect", { width: 10, height: 10, fill: nation.light[0] }), draw("path", { d: map.patterns[nation.pattern], fill: "none", stroke: nation.fill, "stroke-width": 2.2 })));
    const bridges = map.bridges.map((line) => draw("polyline", { class: "bridge", points: line.join(" ") }));
    const borders = map.borders.map(({ kind, path }) => draw("path", { class: `border ${kind}`, d: path }));
    const insets = map.insets.map(([[left, top, right, bottom], title]) => draw("g", { class: "inset" },
      draw("rect", { x: left, y: top, width: right - left, height: bottom - top }), draw("title", {}, title)));
    this.svg = draw("svg", { id: "board", viewBox: `0 0 ${map.width} ${map.height}`, tabindex: 0, role: "img", "aria-label": "The board. Every area can be chosen by its name in the field above." },
      draw("defs", {}, tip, signs, patterns), this.waters, this.grounds.waters, this.lit.waters, this.changes.waters, this.lands, this.relief.layer, this.grounds.lands, this.lit.lands, this.changes.lands, borders, bridges, insets, this.ways, this.bent, this.names);
    this.why = el("p", { id: "why", role: "alert", hidden: true });
    this.here = el("p", { id: "here", hidden: true });
    this.overview = overviewOf(["waters", "lands"], map.width, map.height);
    frame.replaceChildren(this.svg, this.overview.element, this.here, this.why);
    this.pane = new Pane(this.svg, map.width, map.height, {
      sized: (size, zoom, scale) => {
        this.relief.show(this.pane?.view ?? { x: 0, y: 0, w: map.width, h: map.height }, scale);
        this.sized(size, zoom);
      },
      shown: (view) => this.overview.show(view),
      clicked: (target, event) => {
        this.quiet();
        if (nameOf(target)) told.chosen(nameOf(target), { via: event.shiftKey });
      },
      pointed: (target) => {
        this.tell(nameOf(target));
        told.pointed(nameOf(target));
      },
      grabs: (target, event) => nameOf(target) !== "" && told.grabs(nameOf(target), event.pointerType === "mouse"),
      dragged: (held, below, at) => {
        this.pull(nameOf(held), at);
        told.dragged(nameOf(held), nameOf(below));
      },
      dropped: (held, below) => {
        this.draft([]);
        this.quiet();
        told.dropped(nameOf(held), nameOf(below));
      },
    });
    this.pane.steeredBy(this.overview.element);
    // Who has gone on to a button or a key does not look at the map any more.
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, (event) => { if (!frame.contains(event.target)) this.pane.last = null; }, true);
    for (const [id, factor] of [["zoom-in", 1.4], ["zoom-out", 1 / 1.4]]) byId(id).onclick = () => this.pane.zoom(factor);
    byId("zoom-all").onclick = () => this.pane.all();
  }

  /** How far lands are from their nearest neighbour, in the median, in thousandths of the width. */
  measured() {
    const far = (one, other) => Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
    const lands = this.facts.areas.filter((area) => !area.sea && area.near.length);
    const nearest = lands.map((area) => Math.min(...area.near.map((name) => far(area, this.shapes.get(name))))).sort((one, other) => one - other);
    return (1000 * (nearest[nearest.length >> 1] ?? 0)) / this.facts.width;
  }

  addArea(area) {
    const path = draw("path", { d: area.path, "fill-rule": "evenodd", "data-name": area.name }, draw("title"));
    const label = draw("g", { class: "label" }, draw("text", { class: "name", y: -13 }), draw("g", { class: "chip" }), draw("text", { class: "steps", y: 25 }), draw("text", { class: "lands", y: 39 }), draw("text", { class: "layer", y: -26 }));
    this.paths.set(area.name, path);
    this.labels.set(area.name, label);
    (area.sea ? this.waters : this.lands).append(path);
    this.names.append(draw("g", { transform: `translate(${area.at})` }, label));
  }

  /** Name, owner and value of the area below the mouse, at the lower left of the map (B259). */
  tell(name) {
    this.here.textContent = name ? `${name}: ${this.seen.get(name)?.words ?? ""}` : "";
    this.here.hidden = !name;
  }

  has(name) { return this.paths.has(name); }

  /** The area that is meant by a few letters: by its name, its beginning, or a part of it; undefined for none. */
  named(text) {
    const wanted = text.trim().toLowerCase();
    const fits = (test) => [...this.paths.keys()].find((name) => test(name.toLowerCase()));
    return wanted ? fits((name) => name === wanted) ?? fits((name) => name.startsWith(wanted)) ?? fits((name) => name.includes(wanted)) : undefined;
  }

  isSea(name) { return this.shapes.get(name).sea; }

  /** Letters and units keep their size on the screen; near enough each kind of unit has its sign. */
  sized(points, zoom) {
    const near = zoom * this.spacing >= NEAR;
    const isSame = points === this.points && near === this.isNear;
    if (isSame) return;
    for (const label of this.labels.values()) label.setAttribute("transform", `scale(${points})`);
    this.points = points;
    if (near !== this.isNear) {
      this.isNear = near;
      for (const [name, area] of this.seen) this.units(name, area);
    }
    this.spread();
  }

  /** Units and names that would lie on those of a neighbour move; what else is written there goes below. */
  spread() {
    const areas = [...this.seen.keys()];
    const isFar = this.svg.hasAttribute("data-far");
    const places = apart(areas.map((name) => {
      const label = this.labels.get(name);
      const [x, y] = this.shapes.get(name).at.map((part) => part / this.points);
      const isMain = label.classList.contains("main");
      return { x, y, text: isFar && !isMain ? "" : label.firstChild.textContent, isMain, ...this.boxes.get(name) };
    }), this.facts.width / this.points);
    areas.forEach((name, index) => {
      const [text, chip, steps, lands, layer] = this.labels.get(name).children;
      const { shift, aside, beside, room, base, isShown } = places[index];
      const below = Math.max(25, shift + this.boxes.get(name).height + 7, base + 14);
      text.setAttribute("y", base);
      text.setAttribute("x", beside);
      text.toggleAttribute("data-crowded", !isShown);
      chip.setAttribute("data-room", room);
      layer.setAttribute("y", Math.min(shift + ABOVE, base) - 13);
      chip.setAttribute("transform", `translate(${aside} ${shift})`);
      steps.setAttribute("y", below);
      lands.setAttribute("y", below + 15);
    });
  }

  /** Owners, units and battles of a turn; what has not changed stays. */
  update(turn) {
    let isOther = false;
    for (const [name, area] of Object.entries(turn.overlay?.areas ?? {})) {
      const text = JSON.stringify(area);
      if (this.seen.get(name)?.text === text) continue;
      this.area(name, area);
      this.units(name, area);
      this.seen.set(name, { ...area, text });
      isOther = true;
    }
    if (isOther) this.spread();
    this.arrows(turn.orders ?? []);
  }

  area(name, area) {
    const path = this.paths.get(name);
    const owner = this.nations.get(area.owner);
    const look = this.lookNow === "dark" ? "dark" : "light";
    const colours = this.facts.colours[look];
    const [land, sea] = owner?.[look] ?? [];
    path.setAttribute("class", `${area.kind}${area.fought ? " fought" : ""}`);
    path.style.setProperty("--fill", area.kind === "sea" ? sea ?? colours.sea : area.kind === "impassable" ? colours.impassable : land ?? colours.neutral);
    const isPatterned = this.lookNow === "patterns" && owner && area.kind !== "sea" && area.kind !== "impassable";
    path.style.fill = isPatterned ? `url(#pattern-${[...this.nations.keys()].indexOf(area.owner)})` : "";
    path.firstChild.textContent = `${name}: ${area.words}`;
    const label = this.labels.get(name);
    label.firstChild.textContent = `${area.signs}${area.signs ? " " : ""}${name}${area.fought ? " ✕" : ""}`;
    label.setAttribute("class", `label on-${area.kind}${area.signs || area.fought ? " main" : ""}`);
  }

  /** Draw all units anew, with the pictures of the folder or with signs. */
  redraw() {
    for (const [name, area] of this.seen) this.units(name, area);
    this.spread();
  }

  /** Draw all areas in a look: light, dark, or light with a pattern for each nation. */
  look(name) {
    this.lookNow = name;
    for (const [place, area] of this.seen) this.area(place, area);
  }

  units(name, area) {
    const { rows, width, height } = chipOf(area.forces, this.nations, this.isNear);
    const less = chipOf(area.forces, this.nations, false);
    for (const row of less.rows) row.setAttribute("class", "brief");
    const { fill, ink } = this.nations.get(area.forces[0]?.nation) ?? NOBODY;
    this.labels.get(name).children[1].replaceChildren(...rows, ...less.rows, draw("circle", { class: "dot", r: DOT, fill, stroke: ink }));
    this.boxes.set(name, { width, height, brief: [less.width, less.height] });
  }

  /** An arrow for each order that moves something. */
  arrows(orders) {
    this.ways.replaceChildren(...orders.filter((order) => order.path.length > 1).map((order) => this.arrow(order.path)));
  }

  /** The way of a move that has not been given yet; none for an empty one. */
  draft(way) {
    this.bent.replaceChildren(...(way.length > 1 ? [this.arrow(way)] : []));
  }

  /** A line from an area to where something is dragged. */
  pull(name, at) {
    const from = this.shapes.get(name).at;
    this.bent.replaceChildren(draw("polyline", { points: `${from} ${at.x},${at.y}`, "marker-end": "url(#tip)" }));
  }

  /** The way, with its tip in the middle of the last step: at its end the units hide it. */
  arrow(way) {
    const spots = way.map((name) => this.shapes.get(name).at);
    const [from, to] = spots.slice(-2);
    const middle = from.map((part, axis) => (part + to[axis]) / 2);
    return draw("g", {}, draw("polyline", { points: spots.join(" ") }), draw("polyline", { points: [from, middle].join(" "), "marker-end": "url(#tip)" }));
  }

  /** Light areas: name to words that stand below it; the start is marked. */
  light(start, targets, by = "") {
    for (const [name, path] of this.paths) {
      path.toggleAttribute("data-start", name === start);
      path.toggleAttribute("data-lit", targets.has(name));
      path.toggleAttribute("data-sea", targets.get(name) === by && by !== "");
      say(this.labels.get(name).children[2], targets.get(name) ?? "");
    }
    const found = [...targets].filter(([name]) => name !== start && this.has(name)).map(([name, words]) => [name, words === by && by !== "" ? "lit by-sea" : "lit"]);
    this.outline(this.lit, [...found, ...(this.has(start) ? [[start, "start"]] : [])]);
    this.landing(new Map());
    this.svg.toggleAttribute("data-choosing", targets.size > 0);
  }

  /** Draw outlines that no neighbour covers, name and class of each, instead of those that were there. */
  outline(places, found) {
    const drawn = (isSea) => found.filter(([name]) => this.isSea(name) === isSea).map(([name, kind]) => draw("path", { d: this.shapes.get(name).path, class: kind }));
    places.waters.replaceChildren(...drawn(true));
    places.lands.replaceChildren(...drawn(false));
  }

  /** Mark areas in which something has just happened. */
  news(names) {
    this.outline(this.changes, names.filter((name) => this.has(name)).map((name) => [name, "news"]));
  }

  /** Words of a layer above the names of areas; {} for no layer. */
  layer(areas) {
    for (const [name, path] of this.paths) {
      const words = areas[name] ?? "";
      path.toggleAttribute("data-layer", words !== "");
      say(this.labels.get(name).lastChild, words);
    }
    this.svg.toggleAttribute("data-layered", Object.keys(areas).length > 0);
  }

  /** Mark where aircraft could land: name to how many. */
  landing(places) {
    this.outline(this.grounds, [...places.keys()].map((name) => [name, "ground"]));
    for (const [name, path] of this.paths) {
      const count = places.get(name);
      path.toggleAttribute("data-landing", count !== undefined);
      say(this.labels.get(name).children[3], count === undefined ? "" : this.isSea(name) ? `✈ room for ${count}` : "✈ can land");
    }
  }

  /** Say why something was refused where the pointer just was on the map; false where it was elsewhere. */
  mark(text) {
    const box = this.svg.getBoundingClientRect();
    const { last } = this.pane;
    if (!last || performance.now() - last.timeStamp >= RECENT) return false;
    const [x, y] = [last.clientX - box.left, last.clientY - box.top];
    if (x < 0 || y < 0 || x > box.width || y > box.height) return false;
    this.why.textContent = `✕ ${spoken(text)}`;
    this.why.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.why;
    this.why.style.left = `${Math.max(4, Math.min(x - width / 2, box.width - width - 4))}px`;
    this.why.style.top = `${y + height + 24 < box.height ? y + 18 : Math.max(4, y - height - 14)}px`;
    return true;
  }

  /** Take away what was said on the map. */
  quiet() {
    this.why.hidden = true;
  }

  /** Bring an area to the middle, unless it can be seen well already. */
  centre(name) {
    const shape = this.shapes.get(name);
    if (shape && !this.pane.sees(...shape.at)) this.pane.centre(...shape.at);
  }

  /** Bring an area to the middle, near enough to read what is there. */
  approach(name) {
    const shape = this.shapes.get(name);
    if (shape) this.pane.centre(...shape.at, CLOSE_BY);
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

/**
 * Draw a map into a frame.  `told` hears the names of areas: chosen by a click, pointed at by the mouse ("" for
 * none), dragged over and dropped on; `told.grabs` says whether a stack can be dragged from an area.
 */
export const drawMap = (frame, map, told) => new GameMap(frame, map, told);
