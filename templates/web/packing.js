// Packed turns: docs/formats/save-v1.md, section "Packed turns". The records of closed turns are made
// again one after the other, because what they say about the log follows from the records before.

import { Refused, demand, tagHash, toHex } from "./bytes.js";
import { MAX_TIME, checkShape, isName, openColumns, openContent, openEnvelope } from "./envelope.js";
import { previousSeed } from "./dice.js";
import { encode } from "./msgpack.js";

const KINDS = {
  o: "orders", r: "request", a: "agreement", g: "roll_again", n: "note", b: "absence", v: "void",
  e: "turn_end",
};
const FACTS = ["phase", "where", "round", "step", "side", "count", "sides"];
const isPlace = (value) => Number.isSafeInteger(value) && value >= 0;

/** Whether a frame of a save is packed turns and not a record. */
export function isPacked(frame) {
  const [lead] = frame;
  return (lead >= 0x80 && lead <= 0x8f) || lead === 0xde || lead === 0xdf;
}

/** The columns, checked; `authorities` is how many the genesis record has, `started` the time of the
 * start record. `place` counts the records from 0. */
export class Packed {
  constructor(frame, authorities, started) {
    const columns = openColumns(frame);
    this.columns = columns;
    this.kinds = columns.kinds;
    this.authorities = authorities;
    demand([...this.kinds].every((letter) => Object.hasOwn(KINDS, letter))
      && this.kinds.endsWith("e"), "wrong-shape");
    this.turnOf = [];
    let turn = 0;
    for (const letter of this.kinds) {
      this.turnOf.push(turn);
      if (letter === "e") turn += 1;
    }
    this.turns = turn;
    this.checkLengths();
    this.checkPlaces();
    this.checkKeys();
    this.asked = new Map(columns.asked);
    this.times = [];
    for (const step of columns.times) this.times.push((this.times.at(-1) ?? started) + step);
    this.contents = this.times.map((_, turn) => encode(this.content(turn)));
    this.contents.forEach(openContent);
    const isTime = (time) => time >= 0 && time <= MAX_TIME;
    demand(columns.closings.every(([times]) => times.every((later, turn) =>
      isTime(this.times[turn] + later))), "wrong-shape");
    this.rest = { orders: 0, rolls: 0, others: 0 };
  }

  count(letters) {
    return [...this.kinds].filter((letter) => letters.includes(letter)).length;
  }

  checkLengths() {
    const { columns, turns } = this;
    const sizes = { digests: 32, randoms: 16, signatures: 64 };
    for (const [name, size] of Object.entries(sizes)) {
      demand(columns[name].length === size * turns, "wrong-shape");
    }
    for (const name of ["nations", "messages", "times", "signers"]) {
      demand(columns[name].length === turns, "wrong-shape");
    }
    demand(columns.orders.length === this.count("o"), "wrong-shape");
    demand(columns.rolls.every((one) => one.length === this.count("r")), "wrong-shape");
    demand(columns.others.length === this.count("abgnv"), "wrong-shape");
    demand(columns.closings.length === this.authorities, "wrong-shape");
    for (const pair of columns.closings) {
      const [times, signatures] = pair;
      demand(pair.length === 2 && Array.isArray(times) && signatures instanceof Uint8Array
        && times.length === turns && signatures.length === 64 * turns
        && times.every(Number.isSafeInteger), "wrong-shape");
    }
  }

  checkPlaces() {
    const { columns } = this;
    const shapes = { asked: { letters: "or", size: 2 }, signed: { letters: "orabgnv", size: 3 } };
    for (const [name, { letters, size }] of Object.entries(shapes)) {
      let last = -1;
      for (const entry of columns[name]) {
        const [place] = entry;
        demand(entry.length === size && isPlace(place) && place > last
          && place < this.kinds.length && letters.includes(this.kinds[place]), "wrong-shape");
        last = place;
      }
    }
    for (const [place, nation] of columns.asked) {
      demand(isName(nation) && nation !== columns.nations[this.turnOf[place]], "wrong-shape");
    }
    let last = 0;
    let count = 0;
    for (const entry of columns.statements) {
      const [place, data] = entry;
      count = place === last ? count + 1 : 1;
      demand(entry.length === 2 && isPlace(place) && place >= last && place < this.kinds.length
        && "rve".includes(this.kinds[place]) && data instanceof Uint8Array && count <= 16,
      "wrong-shape");
      last = place;
    }
  }

  checkKeys() {
    const { columns } = this;
    for (const [, number, data] of columns.signed) {
      demand(isPlace(number) && data instanceof Uint8Array && data.length === 64, "wrong-shape");
    }
    const named = new Set([...columns.signers, ...columns.signed.map(([, number]) => number)]);
    demand(named.size === columns.keys.length && [...named].every((number, at) => number === at),
      "wrong-shape");
    demand(new Set(columns.keys.map(toHex)).size === columns.keys.length, "wrong-shape");
    this.signed = new Map(columns.signed.map(([place, number, data]) => [place, { number, data }]));
    [...this.kinds].forEach((letter, place) => {
      const kept = this.signed.get(place);
      if (letter === "a") demand(kept, "wrong-shape");
      else demand(kept?.number !== columns.signers[this.turnOf[place]], "wrong-shape");
    });
  }

  /** The seeds of every roll and void record, by place: from the last one of each chain backwards. */
  async openSeeds() {
    const active = Array.from({ length: this.authorities }, (_, number) => number);
    let chains = this.authorities;
    const opened = new Map();
    let other = 0;
    [...this.kinds].forEach((letter, place) => {
      if ("rv".includes(letter)) opened.set(place, [...active]);
      const body = "abgnv".includes(letter) ? this.columns.others[other++] : null;
      const which = letter === "a" ? replaced(body) : null;
      if (which !== null && which < active.length) active[which] = chains++;
    });
    const used = [...new Set([...opened.values()].flat())].sort((one, two) => one - two);
    demand(this.columns.seeds.length === used.length, "wrong-shape");
    const places = [...opened.keys()].reverse();
    this.seeds = new Map(places.map((place) => [place, []]));
    for (const [at, chain] of used.entries()) {
      let seed = this.columns.seeds[at];
      for (const place of places) {
        const slot = opened.get(place).indexOf(chain);
        if (slot < 0) continue;
        this.seeds.get(place)[slot] = seed;
        seed = await previousSeed(seed);
      }
    }
  }

  /** The record at a place, made again where the log stands: {kind, fields, body, signatures, key,
   * seeds, content}; `key` is who counts as its signer. Throws Refused. */
  async record(place, log) {
    const { columns } = this;
    const letter = this.kinds[place];
    const kind = KINDS[letter];
    const turn = this.turnOf[place];
    const nation = this.asked.get(place) ?? columns.nations[turn];
    const fields = new Map([["kind", kind]]);
    const take = (more) => Object.entries(more).forEach(([name, value]) => fields.set(name, value));
    let content = null;
    if (letter === "o") {
      take({ prev: log.head, nation, actions: columns.orders[this.rest.orders++] });
    } else if (letter === "r") {
      const at = this.rest.rolls++;
      FACTS.forEach((fact, number) => fields.set(fact, columns.rolls[number][at]));
      take({ head: log.head, game: log.game, index: log.index, nation });
    } else if (letter === "e") {
      const raw = this.contents[turn];
      content = openContent(raw);
      take({ ...log, nation, end: await tagHash("end", raw) });
    } else {
      const body = columns.others[this.rest.others++];
      demand(!body.has("kind") && !body.has("prev"), "wrong-shape");
      for (const [name, value] of body) fields.set(name, value);
      fields.set("prev", log.head);
    }
    checkShape(kind, fields);
    const mover = columns.keys[columns.signers[turn]];
    const kept = this.signed.get(place);
    const signatures = letter === "e" ? [[mover, slice(columns.signatures, turn, 64)]]
      : kept ? [[columns.keys[kept.number], kept.data]] : [];
    return {
      kind, fields: Object.fromEntries(fields), body: encode(fields), signatures, content,
      key: signatures[0]?.[0] ?? mover, seeds: this.seeds.get(place) ?? [],
    };
  }

  content(turn) {
    const { columns } = this;
    return {
      digest: slice(columns.digests, turn, 32), message: columns.messages[turn],
      random: slice(columns.randoms, turn, 16), time: this.times[turn],
    };
  }

  /** When an authority closed a turn, and its signature. */
  closing(turn, authority) {
    const [times, signatures] = this.columns.closings[authority];
    return { time: this.times[turn] + times[turn], signature: slice(signatures, turn, 64) };
  }

  statements(place) {
    return this.columns.statements.filter(([at]) => at === place).map(([, data]) => data);
  }
}

function slice(data, number, size) {
  return data.subarray(number * size, number * size + size);
}

/** Which authority an agreement replaces; null if it is about something else, or broken. */
function replaced(body) {
  try {
    const data = body.get("proposal");
    if (!(data instanceof Uint8Array)) return null;
    const what = openEnvelope(data, 65_536, ["proposal"]).fields.what;
    return ["new_dice", "player_and_dice"].includes(what.get("kind")) ? what.get("which") : null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return null;
  }
}
