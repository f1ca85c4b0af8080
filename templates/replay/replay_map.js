// The board: areas, units, arrows and fights, drawn as SVG from the data; zoom and pan.

import { Pane } from "./pane.js";
import { groupsOf } from "./replay_data.js";
import { plain } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_BADGES = 3;
const NAME = 0.55; // size of a name, in labels
const READABLE = 6; // pixels
const NEAR = 22; // pixels of a label from which on the kinds of units are shown
const IN_A_ROW = 4;

/** An element of SVG with attributes and a text. */
export function drawn(tag, attributes = {}, text = null) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  if (text !== null) made.textContent = plain(String(text));
  return made;
}

export class Board {
  /** `choose` is called with the number of an area that is clicked. */
  constructor(svg, film, choose) {
    this.svg = svg;
    this.film = film;
    this.size = labelSize(film.areas);
    this.shown = { owners: [], units: [] };
    this.paths = film.areas.map(areaPath);
    this.badges = film.areas.map(() => drawn("g", { class: "badge" }));
    this.trails = drawn("g", { class: "trails" });
    svg.append(drawn("path", { class: "waste", d: film.scenery }), layer(this.paths),
      layer(film.walls.map((line) => lineOf(line, "wall"))), layer(film.bridges.map((line) => lineOf(line, "bridge"))), layer(film.insets.flatMap((one) => this.inset(one))), layer(film.areas.map((area) => this.name(area))),
      this.trails, layer(this.badges));
    if (film.credit) {
      svg.append(drawn("text", { x: 6, y: film.height - 6, class: "credit", "font-size": this.size * 0.7 }, film.credit));
    }
    svg.style.aspectRatio = `${film.width} / ${film.height}`;
    this.pane = new Pane(svg, film.width, film.height, {
      sized: (_size, _zoom, scale) => this.sized(scale),
      clicked: (below) => below instanceof SVGElement && below.dataset.area && choose(Number(below.dataset.area)),
      hasKeys: false,
    });
  }

  // Names that nobody could read are left out until one is near enough.
  sized(scale) {
    this.svg.classList.toggle("near", this.size * scale >= NEAR);
    this.svg.classList.toggle("far", scale > 0 && this.size * NAME * scale < READABLE);
  }

  name(area) {
    const words = `${area.g}${area.n}`.replace(/^SZ (\d+).*/, "$1");
    return drawn("text", { class: "name", x: area.lx, y: area.ly - this.size * 0.9, "font-size": this.size * NAME,
      "stroke-width": this.size * 0.12 }, words);
  }

  /** The frame of a part of the board that is shown enlarged. */
  inset([left, top, right, bottom, title]) {
    return [drawn("rect", { class: "inset", x: left, y: top, width: right - left, height: bottom - top }),
      drawn("text", { class: "credit", x: left + this.size * 0.3, y: top + this.size, "font-size": this.size * 0.8 }, title)];
  }

  /** Owners and units as they are; only what is not shown already is drawn. */
  show({ owners, units }) {
    for (const [at, area] of this.film.areas.entries()) {
      if (this.shown.owners[at] !== owners[at]) this.paint(at, area, owners[at]);
      if (this.shown.units[at] !== units[at]) this.place(at, area, units[at]);
    }
    this.shown = { owners: [...owners], units: [...units] };
  }

  paint(at, area, owner) {
    const [, fill, , , light, dark] = this.film.owners[owner];
    const path = this.paths[at];
    const isOwned = fill && !area.i;
    path.style.fill = isOwned ? light : "";
    if (isOwned && CSS.supports("color", "light-dark(red, blue)")) path.style.fill = `light-dark(${light}, ${dark})`;
    path.setAttribute("class", isOwned ? "owned" : area.s ? "sea" : area.i ? "waste" : "free");
    path.setAttribute("fill-opacity", area.s && isOwned ? 0.4 : 1);
  }

  place(at, area, units) {
    this.badges[at].replaceChildren(this.brief(area, groupsOf(units)), this.full(area, groupsOf(units)));
  }

  /** From afar: a letter and a number for each nation. */
  brief(area, groups) {
    const counts = new Map();
    for (const { owner, kind, count } of groups) {
      if (!this.film.kinds[kind][1]) counts.set(owner, (counts.get(owner) ?? 0) + count);
    }
    const found = [...counts].slice(0, MOST_BADGES);
    const [width, height] = [this.size * 1.9, this.size * 1.2];
    return layer(found.flatMap(([owner, count], place) => {
      const [, fill = "#777777", ink = "#ffffff", letter = "n"] = this.film.owners[owner];
      const left = area.x + (place - found.length / 2) * width;
      return [
        drawn("rect", { x: left, y: area.y - height / 2, width: width * 0.96, height, rx: this.size * 0.25, fill,
          stroke: ink, "stroke-width": this.size * 0.08 }),
        drawn("text", { x: left + width * 0.48, y: area.y + this.size * 0.34, fill: ink, "font-size": this.size * 0.95 },
          `${letter}${count}`),
      ];
    }), "brief");
  }

  /** From near: the sign and the number of each kind, a row for each nation. */
  full(area, groups) {
    const rows = new Map();
    for (const group of groups) rows.set(group.owner, [...(rows.get(group.owner) ?? []), group]);
    const size = this.size * 0.46;
    const lines = [...rows].flatMap(([owner, piles]) => Array.from({ length: Math.ceil(piles.length / IN_A_ROW) }, (_, row) =>
      ({ owner, piles: piles.slice(row * IN_A_ROW, (row + 1) * IN_A_ROW) })));
    return layer(lines.flatMap(({ owner, piles }, row) => {
      const [, fill = "#777777", ink = "#ffffff", letter = "n"] = this.film.owners[owner];
      const signs = piles.map(({ kind }) => this.film.signs[this.film.kinds[kind][2]] ?? { outline: "", letters: "", width: 16 });
      const width = size * signs.reduce((sum, sign) => sum + sign.width / 16 + 1, 1);
      const [left, top] = [area.x - width / 2, area.y + (row - lines.length / 2) * size * 1.5];
      const parts = [
        drawn("rect", { x: left, y: top, width, height: size * 1.4, rx: size * 0.2, fill, stroke: ink, "stroke-width": size * 0.07 }),
        drawn("text", { x: left + size * 0.55, y: top + size * 1.02, fill: ink, "font-size": size * 0.9 }, letter),
      ];
      let from = left + size;
      for (const [place, { count }] of piles.entries()) {
        const sign = signs[place];
        const wide = size * sign.width / 16;
        parts.push(drawn("path", { d: sign.outline, fill: ink, transform: `translate(${from} ${top + size * 0.2}) scale(${size / 16})` }));
        if (sign.letters) {
          parts.push(drawn("text", { class: "letters", x: from + size, y: top + size * 0.95, fill: ink, "font-size": size * 0.62 }, sign.letters));
        }
        parts.push(drawn("text", { x: from + wide + size * 0.45, y: top + size * 1.02, fill: ink, "font-size": size * 0.9 }, count));
        from += wide + size;
      }
      return parts;
    }), "full");
  }

  /** What happens in a step: its ways and its fight; `before` are ways of the turn so far. */
  tell(before, step) {
    const parts = before.flatMap((path) => this.trail(path, true));
    for (const path of step?.p ?? []) parts.push(...this.trail(path, false));
    const place = step && !step.p && step.a >= 0 ? this.film.areas[step.a] : null;
    if (place) {
      parts.push(drawn("circle", { class: "fight", cx: place.x, cy: place.y, r: this.size * 1.6 }));
    }
    this.trails.replaceChildren(...parts);
  }

  trail(path, isOld) {
    const points = path.map((area) => [this.film.areas[area].x, this.film.areas[area].y]);
    const lines = this.unwrapped(points);
    const ends = `${path[0]} ${path[path.length - 1]}`;
    return lines.flatMap((line, part) => {
      const text = line.map(([x, y]) => `${x},${y}`).join(" ");
      const made = [drawn("polyline", { class: `trail${isOld ? " old" : ""}`, points: text,
        "data-ends": part === 0 ? ends : null })];
      if (!isOld) made.unshift(drawn("polyline", { class: "trail halo", points: text }));
      if (part === lines.length - 1 && !isOld) made.push(this.head(line));
      return made;
    });
  }

  /** A way that goes round the world leaves on one side and comes in on the other. */
  unwrapped(points) {
    const round = this.film.wrap || this.film.width;
    const lines = [[points[0]]];
    for (const [x, y] of points.slice(1)) {
      const line = lines[lines.length - 1];
      const [lastX, lastY] = line[line.length - 1];
      const way = x - lastX > round * 0.6 ? -round : lastX - x > round * 0.6 ? round : 0;
      if (way) {
        line.push([x + way, y]);
        lines.push([[lastX - way, lastY]]);
      }
      lines[lines.length - 1].push([x, y]);
    }
    return lines;
  }

  head(line) {
    const [x, y] = line[line.length - 1];
    const [fromX, fromY] = line[line.length - 2] ?? [x, y - 1];
    const angle = Math.atan2(y - fromY, x - fromX);
    const turn = (angle * 180) / Math.PI;
    const size = this.size * 0.6;
    // Before the place itself, where units stand on top of it.
    const short = Math.min(this.size * 1.3, Math.hypot(x - fromX, y - fromY) / 2);
    return drawn("path", { class: "head", d: `M${size * 0.6} 0L${-size} ${-size * 0.7}L${-size} ${size * 0.7}Z`,
      transform: `translate(${x - short * Math.cos(angle)} ${y - short * Math.sin(angle)}) rotate(${turn})` });
  }

  choose(at) {
    for (const [place, path] of this.paths.entries()) path.classList.toggle("chosen", place === at);
  }

  /** Brings areas into the view, if they are not in its inner part. */
  follow(areas) {
    const places = areas.map((at) => this.film.areas[at]);
    if (!places.length || places.every(({ x, y }) => this.pane.sees(x, y))) return;
    const middle = (numbers) => (Math.min(...numbers) + Math.max(...numbers)) / 2;
    this.pane.centre(middle(places.map(({ x }) => x)), middle(places.map(({ y }) => y)));
  }
}

function areaPath(area, at) {
  const path = drawn("path", { d: area.p, class: area.s ? "sea" : "", "data-area": at });
  path.append(drawn("title", {}, area.n));
  return path;
}

function layer(parts, name = null) {
  const made = drawn("g", { class: name });
  made.append(...parts);
  return made;
}

function lineOf(numbers, name) {
  const points = numbers.map((value, at) => (at % 2 ? `${value} ` : `${value},`)).join("");
  return drawn("polyline", { class: name, points: points.trim() });
}

/** How large a label is: a part of the usual distance between two areas. */
function labelSize(areas) {
  const nearest = areas.map((one) => Math.min(...areas.filter((other) => other !== one)
    .map((other) => Math.hypot(one.x - other.x, one.y - other.y)))).sort((a, b) => a - b);
  return Math.max(6, (nearest[Math.floor(nearest.length / 2)] ?? 30) * 0.36);
}
