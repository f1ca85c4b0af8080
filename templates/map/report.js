// The map of a report or of a position: nearer, along, and in words what is in an area.

import { Pane } from "./pane.js";

/** @returns {any} */
const byId = (id) => document.getElementById(id);
const map = byId("map");
const board = byId("map-board");
const overview = byId("map-overview");
const frame = byId("map-view");
const words = byId("map-words");
const choice = byId("map-goto");
const { width, height } = board.viewBox.baseVal;
const scales = board.dataset.scales.split(" ").map(Number);
const front = board.dataset.front.split(" ").map(Number);
let chosen = null;
let level = -1;

// What stands at another place for every level: [element, places, drawings].
const movable = [...board.querySelectorAll("[data-at]")].map((thing) => [
  thing,
  thing.dataset.at.split("|").map((place) => place.split(",")),
  [...thing.children],
]);

function lead(thing, x, y) {
  const line = thing.querySelector(".lead") ?? document.createElementNS(board.namespaceURI, "path");
  line.setAttribute("class", "lead");
  line.setAttribute("d", `M0 0L${thing.dataset.x - x} ${thing.dataset.y - y}`);
  thing.prepend(line);
}

function showLevel(now) {
  if (now === level) return;
  level = now;
  for (const [thing, places, drawings] of movable) {
    const [x, y, how] = places[level];
    thing.toggleAttribute("hidden", !y);
    if (!y) continue;
    thing.setAttribute("transform", `translate(${x} ${y})`);
    thing.querySelector(".lead")?.remove();
    if (how === "l") lead(thing, x, y);
    const which = { b: 0, l: 0, f: 1 }[how] ?? Number(how);
    drawings.forEach((drawing, place) => drawing.toggleAttribute("hidden", place !== which));
  }
}

// The picture is as high as the board at this zoom, but no higher than most of the screen.
const highest = () => Math.min(innerHeight * 0.72, 680);

function framed(wide) {
  board.style.height = `${Math.min(highest(), (board.getBoundingClientRect().width * height) / wide)}px`;
}

// Names and units keep their size on the screen; they have room for it from their level on.
function sized(_size, _zoom, scale) {
  if (!scale) return;
  const fits = scales.filter((one) => one <= scale * 1.02).length - 1;
  board.style.setProperty("--k", String(1 / (fits < 0 ? scales[0] : scale)));
  showLevel(Math.max(0, fits));
}

function shown({ x, y, w, h }) {
  overview.classList.toggle("whole", w >= width * 0.95 && h >= height * 0.98);
  for (const [name, value] of Object.entries({ x, y, width: w, height: h })) frame.setAttribute(name, value);
}

// The front, as near as it can be with all of it in the picture, but near enough to read.
function showFront() {
  const [x, y, w, h] = front;
  const wide = board.getBoundingClientRect().width;
  const near = Math.max(w, (h * wide) / highest(), (width * wide) / 4500);
  pane.view.w = Math.min(width, near, (width * wide) / 1000);
  pane.centre(x + w / 2, y + h / 2);
}

const named = (area) => area.querySelector("title").textContent.split("\n");

function part(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

function choose(area) {
  if (chosen === area || !area) return;
  for (const old of board.querySelectorAll(".near, .chosen")) old.classList.remove("near", "chosen");
  chosen = area;
  area.classList.add("chosen");
  const near = area.dataset.near.split(" ").filter(Boolean).map((id) => byId(`map-${id}`));
  for (const other of near) other.classList.add("near");
  const [name, facts, ...units] = named(area);
  const list = document.createElement("ul");
  list.append(...units.map((line) => part("li", line)));
  const touches = part("p", near.length ? "Touches " : "Touches nothing.");
  for (const other of near) {
    const button = part("button", named(other)[0]);
    button.type = "button";
    button.addEventListener("click", () => goto(other));
    touches.append(button, " ");
  }
  words.replaceChildren(part("h3", name), part("p", facts || "Nothing is said about it."), list, touches);
}

function goto(area) {
  const box = area.querySelector("path").getBBox();
  pane.centre(box.x + box.width / 2, box.y + box.height / 2, (scales[4] * width) / board.getBoundingClientRect().width);
  choose(area);
}

choice.addEventListener("change", () => {
  const area = byId(`map-${choice.value}`);
  if (area) goto(area);
});

byId("map-in").addEventListener("click", () => pane.zoom(1.4));
byId("map-out").addEventListener("click", () => pane.zoom(1 / 1.4));
byId("map-all").addEventListener("click", () => pane.all());
byId("map-front").addEventListener("click", showFront);
map.classList.add("live");
const areaAt = (below) => choose(below?.closest("#map-areas > g"));
const pane = new Pane(board, width, height, { framed, shown, sized, clicked: areaAt, pointed: areaAt });
pane.steeredBy(overview);
pane.all();
// On a phone the whole world is too small to read: begin where something happened.
if (board.getBoundingClientRect().width < 600) showFront();
