// The data of a film: unpacked, and every position found again from what the steps change.

import { fromBase64 } from "./bytes.js";

const APART = 64; // steps between two positions that are kept whole

/** The data of the page: base64 of zlib of JSON. */
export async function unpackFilm(text) {
  const packed = new Blob([fromBase64(text.trim())]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The positions of a film. Position 0 is the start, position n is the one after step n - 1. */
export class Positions {
  constructor(film) {
    this.steps = film.steps;
    this.kept = [];
    let now = { owners: film.start.map(([owner]) => owner), units: film.start.map(([, units]) => units) };
    this.kept.push(now);
    for (const [at, step] of film.steps.entries()) {
      if (at % APART === 0 && at > 0) {
        this.kept.push(now);
        now = copyOf(now);
      } else if (at === 0) {
        now = copyOf(now);
      }
      applyStep(now, step);
    }
  }

  /** The owners and units of all areas, by number. */
  at(index) {
    const first = Math.min(Math.floor(index / APART), this.kept.length - 1);
    const now = copyOf(this.kept[first]);
    for (const step of this.steps.slice(first * APART, index)) applyStep(now, step);
    return now;
  }
}

function copyOf(position) {
  return { owners: [...position.owners], units: [...position.units] };
}

function applyStep(position, step) {
  for (const [area, owner] of step.o ?? []) position.owners[area] = owner;
  for (const [area, units] of step.u ?? []) position.units[area] = units;
}

/** Groups of units as {owner, kind, count}. */
export function groupsOf(units) {
  const groups = [];
  for (let at = 0; at < units.length; at += 3) {
    groups.push({ owner: units[at], kind: units[at + 1], count: units[at + 2] });
  }
  return groups;
}

/** Whether a step touches an area: something moved over it, changed or was fought there. */
export function touches(step, area) {
  return step.a === area || (step.p ?? []).some((path) => path.includes(area))
    || (step.o ?? []).some(([place]) => place === area) || (step.u ?? []).some(([place]) => place === area);
}
