// Requests, receipts, closings, authorities and dice: docs/formats/dice-v1.md.

import { Refused, concat, demand, sameBytes, tagHash, utf8 } from "./bytes.js";
import { isSound, openEnvelope, signerOf } from "./envelope.js";

async function renamed(code, work) {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refused ? new Refused(code) : error;
  }
}

/** Something signed inside or beside a record, with its `signer`. Throws Refused with
 * `WORD-malformed` or `WORD-bad-signature`. */
async function openInside(data, limit, kind, word) {
  const opened = await renamed(`${word}-malformed`, () => openEnvelope(data, limit, [kind]));
  const signer = await renamed(`${word}-bad-signature`, () => signerOf(opened));
  return { ...opened, signer };
}

/** A player's request for dice that is not a record, with its `signer`. */
export function openRequest(data) {
  return openInside(data, 4096, "request", "request");
}

/** R1 and R2 of one receipt, or C1 and C2 of one closing, with its `signer`. */
export const openReceipt = (data) => openInside(data, 256, "roll", "receipt");
export const openClosing = (data) => openInside(data, 256, "closed", "closing");
export const openSeated = (data) => openInside(data, 256, "seated", "seated");

/** A request to close a turn, as a journal has it. */
export function openClosingRequest(data) {
  return openInside(data, 512, "turn_end", "closing");
}

/** R1 and R2 of the statements beside a record. */
export async function openStatements(all) {
  const opened = [];
  for (const data of all) {
    const one = await openInside(data, 256, "successor", "statement");
    demand(sameBytes(one.signer, one.fields.old), "statement-bad-signature");
    demand(isSound(one.fields.key) && !sameBytes(one.fields.key, one.fields.old),
      "statement-malformed");
    opened.push(one);
  }
  return opened;
}

/** The commitment of an authority, with its `signer`: the authority. */
export async function openCommitment(data) {
  const commitment = openEnvelope(data, 1024, ["commitment"]);
  const signer = await renamed("commitment-bad-signature", () => signerOf(commitment));
  return { ...commitment, signer };
}

/** One authority of a game: its keys, the present one last, and how far its chain is opened. */
export class Authority {
  constructor(commitment, address) {
    this.address = address;
    this.keys = [commitment.signer];
    this.commitment = commitment.fields;
    this.seed = commitment.fields.anchor;
    this.answered = new Uint8Array(32);
    // When it was last restored from a backup, by its own word.
    this.restored = 0;
  }

  get key() {
    return this.keys.at(-1);
  }

  isKey(key) {
    return this.keys.some((one) => sameBytes(one, key));
  }

  /** Whether the chain is long enough for a roll. */
  reaches(index) {
    return index < this.commitment.first + this.commitment.length;
  }

  /** Open the next seed for a request. Throws Refused. */
  async open(seed, body) {
    demand(sameBytes(await previousSeed(seed), this.seed), "seed-not-in-chain");
    this.seed = seed;
    // A rehearsal keeps nothing.
    if (this.commitment.proof !== "rehearsal") {
      this.answered = await tagHash("answered", this.answered, body);
    }
  }
}

/** Each statement introduces the new key of an authority of this game. Throws Refused. */
export function applyStatements(statements, authorities) {
  for (const { fields } of statements) {
    const concerned = authorities.filter((one) => sameBytes(one.key, fields.old));
    demand(concerned.length > 0, "statement-unfit");
    for (const one of concerned) {
      one.keys.push(fields.key);
      if (fields.restored) one.restored = fields.time;
    }
  }
}

async function hmac(secret, ...parts) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, concat(...parts)));
}

/** Section "Dice": HMAC-SHA256 in counter mode, 16-bit words, those that would bias are skipped.
 * `seeds` are those of one authority or of two. */
export async function rollDice(seeds, body, count, sides) {
  const key = seeds.length === 1
    ? seeds[0] : await hmac(seeds[0], utf8("pbem/v1/pair\0"), seeds[1]);
  const label = utf8("pbem/v1/dice\0");
  const limit = 65_536 - (65_536 % sides);
  const dice = [];
  for (let block = 0; dice.length < count; block += 1) {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, block);
    const words = new DataView((await hmac(key, label, body, counter)).buffer);
    for (let at = 0; at < 32 && dice.length < count; at += 2) {
      const word = words.getUint16(at);
      if (word < limit) dice.push((word % sides) + 1);
    }
  }
  return dice;
}

/** The seed before a seed. */
export function previousSeed(seed) {
  return tagHash("seed", seed);
}

/** What receipts and closings call the request that they answer. */
export function requestHash(body) {
  return tagHash("request", body);
}
