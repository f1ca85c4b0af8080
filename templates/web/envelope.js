// Signed envelopes and the shapes of what is in them: docs/formats/save-v1.md, sections
// "Envelopes", "Records" and "Verification" steps 1 to 4, and the tables of dice-v1.md and
// consent-v1.md.

import { compareBytes, concat, demand, toHex, utf8 } from "./bytes.js";
import { decode } from "./msgpack.js";

export const MAX_TIME = 253402300799;

/** What is attached to each kind of record, after its body and its signatures. */
const ATTACHED = {
  genesis: ["scenario"], join: [], start: [], orders: [], request: ["receipts", "statements"],
  void: ["receipts", "statements"], turn_end: ["content", "closings", "statements"], agreement: [],
  roll_again: [], note: [], absence: [],
};
const BODY_LIMITS = { request: 4096, turn_end: 512 };
const MAX_CONTENT = 16_640;

// What a field must be: each function says whether a decoded value fits.
const isBytes = (value) => value instanceof Uint8Array;
const isText = (value) => typeof value === "string";
const isMap = (value) => value instanceof Map;
const isInt = (value) => typeof value === "number" || typeof value === "bigint";
const within = (size, low, high) => size >= low && size <= high;
const bytes = (low, high = low) => (value) => isBytes(value) && within(value.length, low, high);
const text = (low, high) => (value) => isText(value) && within(utf8(value).length, low, high);
const int = (low, high) => (value) => isInt(value) && within(value, low, high);
const listOf = (low, high, item) => (value) =>
  Array.isArray(value) && within(value.length, low, high) && value.every(item);
const mapOf = (low, high, key, item) => (value) =>
  isMap(value) && within(value.size, low, high)
  && [...value].every(([name, entry]) => key(name) && item(entry));
const orNil = (inner) => (value) => value === null || inner(value);
const oneOf = (...words) => (value) => words.includes(value);
const anything = () => true;

export const isName = (value) => text(1, 64)(value);
const name = isName;
const time = int(0, MAX_TIME);
const address = (value) =>
  text(1, 200)(value) && (value === "embedded" || /^(rehearsal:|https?:\/\/)/.test(value));
const isBool = (value) => typeof value === "boolean";
const names = (value) => listOf(1, 64, name)(value) && ascending(value);
const ascending = (values) =>
  values.every((value, at) => !at || compareBytes(utf8(values[at - 1]), utf8(value)) < 0);

// What a proposal proposes, by its kind.
const WHAT = {
  edit: { changes: listOf(1, 1000, anything) },
  take_back: { record: int(0, 99_999), to: bytes(32) },
  draw: {},
  surrender: { nations: names },
  forfeit: { nations: names, old: bytes(32) },
  substitution: { absent: isBool, key: bytes(32), old: bytes(32), player: name, seats: names },
  key_change: { key: bytes(32), lost: isBool, old: bytes(32) },
  new_dice: {
    address, commitment: bytes(0, 2048), given_up: int(0, 1_048_576), which: int(0, 1),
  },
  player_and_dice: {
    address, commitment: bytes(0, 2048), given_up: int(0, 1_048_576), key: bytes(32),
    old: bytes(32), player: name, seats: names, which: int(0, 1),
  },
  void_roll: { index: int(1, 1_048_576) },
  void_turn: { turn: int(1, 100_000) },
  withdrawal: { by: bytes(32), proposal: bytes(32) },
};
const isWhat = (value) =>
  isMap(value) && Object.hasOwn(WHAT, value.get("kind")) && hasShape(value, WHAT[value.get("kind")]);

/** Whether a map has exactly these fields, each fitting. */
const exactly = (shape) => (value) =>
  isMap(value) && value.size === Object.keys(shape).length && fit(value, shape);
const fit = (map, shape) =>
  Object.entries(shape).every(([field, fits]) => map.has(field) && fits(map.get(field)));
const manyOf = (item) => (value) => Array.isArray(value) && value.every(item);

const isPace = (value) => exactly({
  absence: int(0, 365), afterwards: oneOf("nothing", "computer", "substitute", "forfeit"),
  bumps: int(0, 20), closes: int(0, 1439), days: listOf(1, 7, int(0, 6)), every: int(1, 2160),
  hours: int(1, 2160), offset: int(-720, 840), opens: int(0, 1439),
})(value) && value.get("days").every((day, at, days) => !at || days[at - 1] < day)
  && isLongEnough(Number(value.get("closes")) - Number(value.get("opens")));
// Of a day at least an hour counts; 0 stands for all of it.
const isLongEnough = (minutes) => minutes === 0 || (minutes + 1440) % 1440 >= 60;

// A head that a player said they have, and when.
const isHeard = (value) =>
  listOf(2, 2, anything)(value) && bytes(32)(value[0]) && time(value[1]);

// From when until when an authority could not answer.
const isSpan = (value) => listOf(2, 2, time)(value);

const SHAPES = {
  genesis: {
    dice: listOf(1, 2, exactly({ address, commitment: bytes(0, 2048) })), format: int(1, 1),
    game: bytes(16), host: name, host_key: bytes(32), mode: oneOf("mail", "hotseat", "rehearsal"),
    name: text(1, 200), options: mapOf(0, 500, isText, anything), pace: orNil(isPace),
    players: mapOf(0, 64, name, orNil(bytes(32))), rules: name, scenario: bytes(32),
    scenario_name: text(1, 200), seats: mapOf(1, 64, name, orNil(name)), time,
  },
  join: {
    genesis: bytes(32), key: bytes(32), player: name, random: bytes(32),
    seats: names, time,
  },
  start: { joins: listOf(0, 64, bytes(32)), prev: bytes(32), random: bytes(32), time },
  orders: { actions: listOf(1, 5000, anything), nation: name, prev: bytes(32) },
  turn_end: {
    end: bytes(32), game: bytes(16), head: bytes(32), index: int(1, 1_048_577), nation: name,
    seats: bytes(32), turn: int(1, 100_000),
  },
  void: { nation: name, prev: bytes(32), request: bytes(0, 4352) },
  agreement: {
    consents: listOf(0, 64, bytes(0, 512)), prev: bytes(32), proposal: bytes(0, 66_560),
    statements: listOf(0, 16, bytes(0, 512)), states: listOf(0, 2, bytes(0, 1024)), time,
  },
  absence: {
    nation: name, prev: bytes(32), since: time, text: text(0, 500), time, until: time,
  },
  note: { nation: name, prev: bytes(32), territory: text(1, 200), text: text(0, 2000), time },
  roll_again: { nation: name, prev: bytes(32), record: int(0, 99_999) },
  proposal: {
    game: bytes(16), head: bytes(32), id: bytes(16), time, until: int(1, 100_000), what: isWhat,
    words: text(0, 16_384),
  },
  consent: { game: bytes(16), proposal: bytes(32), time },
  card: { address: text(3, 254), key: bytes(32), name, time },
  commitment: {
    anchor: bytes(32), before: orNil(bytes(32)), first: int(1, 1_048_576), game: bytes(16),
    host: bytes(32), length: int(1, 1_048_576), proof: oneOf("committed", "rehearsal"), time,
  },
  successor: { key: bytes(32), old: bytes(32), restored: int(0, 1), time },
  turn_state: {
    closed: time, game: bytes(16), here: listOf(0, 4, isHeard), last: int(0, 100_000), nation: name,
    shown: time, silent: listOf(0, 8, isSpan), time, turn: int(1, 100_000),
  },
  seated: { game: bytes(16), seats: bytes(32), time },
  roll: { request: bytes(32), seed: bytes(32), time },
  closed: { answered: bytes(32), request: bytes(32), time },
  request: {
    count: int(1, 10_000), game: bytes(16), head: bytes(32), index: int(1, 1_048_576),
    nation: name, phase: name, round: int(0, 1_000_000), side: text(0, 64), sides: int(2, 1000),
    step: text(0, 64), where: text(0, 64),
  },
};

const isContent = exactly({ digest: bytes(32), message: text(0, 16_384), random: bytes(16), time });

/** The columns of packed turns; their lengths and places are checked in packing.js. */
const isColumns = exactly({
  asked: manyOf(Array.isArray), closings: listOf(1, 2, Array.isArray), digests: isBytes,
  keys: manyOf(bytes(32)), kind: oneOf("turns"), kinds: isText, messages: manyOf(isText),
  nations: manyOf(name), orders: manyOf(Array.isArray), others: manyOf(isMap), randoms: isBytes,
  rolls: listOf(7, 7, Array.isArray), seeds: manyOf(bytes(32)), signatures: isBytes,
  signed: manyOf(Array.isArray), signers: manyOf(isInt), statements: manyOf(Array.isArray),
  times: manyOf(isInt),
});

/** Steps 1 to 3 of something signed that is not in a log. `kinds` are those that may stand here;
 * `{kind, fields, body, signatures}`. Throws Refused. */
export function openEnvelope(data, limit, kinds) {
  const envelope = decode(data);
  demand(Array.isArray(envelope) && envelope.length === 2, "wrong-shape");
  const opened = openBody(envelope, limit);
  if (kinds.length === 1 && kinds[0] === "join") {
    demand(Object.hasOwn(ATTACHED, opened.kind), "unknown-record-kind");
    demand(opened.kind === "join", "wrong-kind");
  }
  demand(kinds.includes(opened.kind), "wrong-shape");
  return withFields(opened);
}

/** Steps 1 to 3 of a record, with what is attached to it in `attached`. Throws Refused. */
export function openRecord(data, limit) {
  const record = decode(data);
  demand(Array.isArray(record) && record.length >= 2, "wrong-shape");
  const opened = openBody(record, limit);
  demand(Object.hasOwn(ATTACHED, opened.kind), "unknown-record-kind");
  // In a game with a pace only.
  const names = opened.kind === "start" && record.length > 2 ? ["seated"] : ATTACHED[opened.kind];
  demand(record.length === 2 + names.length, "wrong-shape");
  const attached = Object.fromEntries(names.map((one, at) => [one, record[at + 2]]));
  demand(names.every((one) => ATTACHMENTS[one](attached[one])), "wrong-shape");
  demand(opened.body.length <= (BODY_LIMITS[opened.kind] ?? limit), "too-large");
  const whole = { ...withFields(opened), attached };
  if (opened.kind === "turn_end") {
    demand(attached.closings.length > 0, "closing-missing");
    demand(attached.content.length <= MAX_CONTENT, "too-large");
    whole.content = openContent(attached.content);
  }
  return whole;
}

const ATTACHMENTS = {
  scenario: orNil(isBytes), receipts: manyOf(isBytes), closings: manyOf(isBytes), content: isBytes,
  statements: listOf(0, 16, isBytes), seated: listOf(1, 16, isBytes),
};

/** The content of a turn's end, as an object. Throws Refused. */
export function openContent(data) {
  const content = decode(data);
  demand(isContent(content), "wrong-shape");
  return Object.fromEntries(content);
}

/** The packed turns as an object of columns. Throws Refused. */
export function openColumns(frame) {
  demand(frame.length <= 1 << 26, "too-large");
  const columns = decode(frame, 8_000_000);
  demand(isColumns(columns), "wrong-shape");
  return Object.fromEntries(columns);
}

/** Whether the scenario of a genesis record is a map of the right size. Throws Refused. */
export function checkScenario(data) {
  demand(mapOf(0, 10_000, isText, anything)(decode(data)) && data.length <= 4 << 20, "wrong-shape");
}

function openBody([body, signatures], limit) {
  demand(isBytes(body) && Array.isArray(signatures), "wrong-shape");
  demand(body.length <= limit, "too-large");
  const isPair = (pair) => listOf(2, 2, isBytes)(pair)
    && pair[0].length === 32 && pair[1].length === 64;
  demand(listOf(1, 16, isPair)(signatures), "wrong-shape");
  const fields = decode(body);
  demand(isMap(fields) && isText(fields.get("kind")), "wrong-shape");
  return { kind: fields.get("kind"), fields, body, signatures };
}

function withFields(opened) {
  checkShape(opened.kind, opened.fields);
  return { ...opened, fields: Object.fromEntries(opened.fields) };
}

/** Step 3: a body, as a Map, has the fields of its table. Throws Refused. */
export function checkShape(kind, fields) {
  if (kind === "genesis" && isInt(fields.get("format"))) {
    demand(fields.get("format") === 1, "unknown-version");
  }
  demand(hasShape(fields, SHAPES[kind]), "wrong-shape");
  if (kind === "absence") {
    const length = Number(fields.get("until")) - Number(fields.get("since"));
    demand(within(length, 3600, 366 * 86_400), "wrong-shape");
  }
}

/** Whether a map has `kind` and exactly the fields of a shape, each fitting. */
function hasShape(fields, shape) {
  return fields.size === Object.keys(shape).length + 1 && fit(fields, shape);
}

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const WEAK = [
  0n, 1n, P - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
];

function littleEndian(data) {
  return BigInt(`0x${toHex(Uint8Array.from(data).reverse())}`);
}

/** Section "Envelopes": the encoding is canonical and the point is not one of small order. */
export function isSound(key) {
  const y = littleEndian(key) & ~(1n << 255n);
  return y < P && !WEAK.includes(y);
}

async function isValid(key, signature, message) {
  // Checked here as well, because not every WebCrypto is known to do it.
  if (littleEndian(signature.subarray(32)) >= ORDER) return false;
  const algorithm = { name: "Ed25519" };
  try {
    const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
    return await crypto.subtle.verify(algorithm, imported, signature, message);
  } catch (error) {
    if (error.name === "DataError") return false; // bytes that are not a point of the curve
    throw error;
  }
}

/** Step 4: the sound key whose one valid signature the envelope has. Throws Refused. */
export async function signerOf(opened) {
  demand(opened.signatures.length === 1, "bad-signature");
  const [[key, signature]] = opened.signatures;
  demand(isSound(key), "bad-key");
  const message = concat(utf8(`pbem/v1/sign/${opened.kind}\0`), opened.body);
  demand(await isValid(key, signature, message), "bad-signature");
  return key;
}

/** Whether this browser can check signatures here; a sentence if it cannot, else null. */
export async function lacking() {
  if (!globalThis.crypto?.subtle) {
    return "This browser offers its cryptography only to pages that come over https (or from "
      + "your own disk). Open this page by its https address.";
  }
  if (typeof DecompressionStream === "undefined") {
    return "This browser is too old: it cannot unpack compressed files. A Chromium, Firefox or "
      + "Safari of 2025 or later can.";
  }
  try {
    await crypto.subtle.importKey("raw", new Uint8Array(32), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name !== "DataError") {
      return "This browser cannot check Ed25519 signatures. Chrome and Edge from 137, Firefox "
        + "from 129 and Safari from 17 can; or use pbem verify on a computer.";
    }
  }
  return null;
}
