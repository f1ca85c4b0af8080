// The file around the log, and its text form: docs/formats/save-v1.md, sections "Container",
// "Armour", and dice-v1.md, section "Text form of a roll or an end".

import { Refused, compareBytes, demand, fromBase64, sameBytes, sha256 } from "./bytes.js";

export const SAVE = 1;
export const JOIN = 2;
export const CARD = 3;
export const PROPOSAL = 4;
const NEWEST = 5;
const PARTING = 6;
const OBSERVERS = 7;
const MIB = 1 << 20;
export const MAX_FILE = 16 * MIB;
export const MAX_TEXT = 67_108_864;
const MAGIC = Uint8Array.of(0x89, 0x50, 0x42, 0x45, 0x4d, 0x0d, 0x0a, 0x1a);
// Most records and most unpacked bytes, by kind.
const LIMITS = {
  [SAVE]: [100_000, 64 * MIB], [JOIN]: [1, 65_536], [CARD]: [1, 65_536], [PROPOSAL]: [65, MIB],
  [NEWEST]: [100_000, 64 * MIB], [PARTING]: [1, 65_536],
  [OBSERVERS]: [1, 65_536],
};
// deflate makes at most 1,032 bytes out of one, so a piece can add about 4 MiB and no more before the
// limit is looked at.
const PIECE = 4096;

export function isFile(data) {
  return data.length >= 8 && compareBytes(data.subarray(0, 8), MAGIC) === 0;
}

/** Most bytes of a body in a file of a kind. */
export function bodyLimit(want) {
  return want === CARD ? 4096 : MIB;
}

/** Most bytes of a single record of a save: what is attached may be longer than the body. */
export function recordLimit(index) {
  return (index === 0 ? 5 : 1) * MIB + 65_536;
}

/** The frames of a file of the wanted kind. Throws Refused. */
export async function unpack(data, want) {
  demand(isFile(data), "not-a-save");
  demand(data.length >= 42, "file-damaged");
  demand(data[8] === 1 && data[9] in LIMITS, "unknown-version");
  demand(data.length <= MAX_FILE, "too-large");
  demand(data[9] === want, "wrong-kind");
  const checksum = await sha256(data.subarray(0, 10), data.subarray(42));
  demand(sameBytes(data.subarray(10, 42), checksum), "file-damaged");
  return frames(await inflate(data.subarray(42), LIMITS[want][1]), want);
}

/** One zlib stream, unpacked no further than the limit. */
async function inflate(packed, limit) {
  const stream = new DecompressionStream("deflate");
  const reader = stream.readable.getReader();
  const feeding = feed(stream.writable.getWriter(), packed);
  feeding.catch(() => {}); // the reader meets the same error
  const parts = [];
  let total = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      total += value.length;
      if (total > limit) {
        await reader.cancel();
        throw new Refused("too-large");
      }
      parts.push(value);
    }
    await feeding;
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("malformed");
  }
  const log = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    log.set(part, at);
    at += part.length;
  }
  return log;
}

async function feed(writer, packed) {
  for (let at = 0; at < packed.length; at += PIECE) {
    await writer.write(packed.subarray(at, at + PIECE));
  }
  await writer.close();
}

function frames(log, want) {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  const records = [];
  let at = 0;
  while (at < log.length) {
    const here = records.length;
    demand(here < LIMITS[want][0], "too-large", here);
    demand(at + 4 <= log.length, "malformed", here);
    const size = view.getUint32(at);
    demand(want === SAVE || size <= bodyLimit(want) + 65_536, "too-large", here);
    demand(at + 4 + size <= log.length, "malformed", here);
    records.push(log.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  demand(records.length > 0, "malformed");
  return records;
}

// White space is Unicode's, and the same in every browser and in the program.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const GAP = `[${SPACE}>]{1,40}`;
// Each of the class is a character of its own here.
// eslint-disable-next-line no-misleading-character-class
const NOISE = new RegExp(`[${SPACE}>\\u200b\\u200c\\u200d\\u2060\\ufeff]+`, "g");
const DASHES = /^[-\u2010-\u2015\u2212]+|[-\u2010-\u2015\u2212]+$/g;

/** What a text holds between BEGIN PBEM `word` and END PBEM `word`, once. Throws Refused. */
export function unarmour(text, word) {
  demand(text.length <= MAX_TEXT, "too-large");
  const begin = new RegExp(`BEGIN${GAP}PBEM${GAP}${word}`, "g");
  const end = new RegExp(`END${GAP}PBEM${GAP}${word}`, "g");
  const found = [];
  for (let start = begin.exec(text); start; start = begin.exec(text)) {
    end.lastIndex = begin.lastIndex;
    const stop = end.exec(text);
    demand(stop, "armour-damaged");
    const between = text.slice(begin.lastIndex, stop.index).replace(NOISE, "").replace(DASHES, "");
    const data = fromBase64(between);
    demand(data, "armour-damaged");
    found.push(data);
    begin.lastIndex = end.lastIndex;
  }
  demand(found.length > 0, "armour-missing");
  demand(found.every((other) => sameBytes(other, found[0])), "armour-ambiguous");
  return found[0];
}
