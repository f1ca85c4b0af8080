// Kinds of units as lists show them: a picture, a name, and figures for whoever asks.

import { draw, el } from "./dom.js";
import { now } from "./table.js";

/** Whether the pictures of the player's map folder are shown, where there are any. */
let isPictured = true;

export function showPictures(wanted) {
  isPictured = wanted;
}

const query = (name) => `name=${encodeURIComponent(name)}`;

/** The address of the folder's own picture of a type; "" where there is none, or none is wanted. */
export function pictureOfFolder(owner, type) {
  const nation = owner || "Neutral";
  const { pictures } = now.map?.facts ?? {};
  if (!isPictured || !pictures?.units[nation]?.includes(type)) return "";
  return `api/games/${now.game}/unit/${encodeURIComponent(type)}?${query(nation)}&mark=${pictures.mark}`;
}

/** How wide a sign is, for its height: letters beside it make it wider. 1 where no map is open. */
export function widthOf(symbol) {
  const { symbols, symbol_size: size } = now.map?.facts ?? {};
  return symbols ? symbols[symbol].width / size : 1;
}

/** The picture of a type: the folder's own of that nation, or our sign for it. */
export function pictureOf(symbol, type = "", nation = "") {
  const own = pictureOfFolder(nation, type);
  if (own) return el("img", { src: own, alt: "", class: "unit-picture" });
  const wide = widthOf(symbol);
  const width = 20 * wide;
  const picture = draw("svg", { viewBox: `0 0 ${width} 20`, class: "unit-picture", "aria-hidden": "true" }, draw("use", { href: `#u-${symbol}`, width, height: 20 }));
  picture.style.setProperty("--wide", wide);
  return picture;
}

const kindOf = (type) => now.map?.facts.units.find((one) => one.type === type);

/** Its figures in words; "" for what never fights and stays where it is. */
export function figuresOf(type) {
  const unit = kindOf(type);
  if (!unit || !(unit.attack || unit.defence || unit.movement)) return "";
  return `attack ${unit.attack}, defence ${unit.defence}, moves ${unit.movement}`;
}

/** A type in a list: its picture and words; figures, price and abilities stand in the tooltip. */
export function kindIn(type, words, nation = "") {
  const unit = kindOf(type);
  if (!unit) return el("span", {}, words);
  const facts = [figuresOf(type), unit.price ? `price ${unit.price}` : "", ...unit.abilities].filter(Boolean).join("; ");
  return el("span", { class: "kind", title: `${unit.name}: ${facts || "no figures"}` }, pictureOf(unit.symbol, type, nation), ` ${words}`);
}
