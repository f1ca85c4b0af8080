// Canonical msgpack, strictly: docs/formats/save-v1.md, section "Canonical msgpack".
// One pass through the bytes; the first departure decides the error.
//
// nil is null, bool boolean, int a number (a BigInt beyond 2^53), str string, bin Uint8Array,
// array Array, map Map. Objects are never used for maps: a key may be "__proto__".

import { Refused, compareBytes, concat, demand, fromUtf8, utf8 } from "./bytes.js";

const MAX_VALUES = 500_000;
const MAX_DEPTH = 32;

class Decoder {
  constructor(data, most) {
    this.data = data;
    this.most = most;
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.at = 0;
    this.count = 0;
  }

  left() {
    return this.data.length - this.at;
  }

  take(size) {
    demand(size <= this.left(), "malformed");
    this.at += size;
    return this.data.subarray(this.at - size, this.at);
  }

  /** A number or length of `size` bytes; with `smallest` bytes it is at least `least`, with more
   * it is more than half as many bytes can hold. */
  unsigned(size, least, smallest) {
    this.take(size);
    const at = this.at - size;
    if (size === 8) {
      const value = this.view.getBigUint64(at);
      demand(value >= 1n << 32n, "not-canonical");
      demand(value < 1n << 63n, "forbidden-type");
      return plainNumber(value);
    }
    const value = size === 1 ? this.view.getUint8(at)
      : size === 2 ? this.view.getUint16(at) : this.view.getUint32(at);
    demand(value >= (size === smallest ? least : 2 ** (4 * size)), "not-canonical");
    return value;
  }

  negative(size) {
    this.take(size);
    const at = this.at - size;
    if (size === 8) {
      const value = this.view.getBigInt64(at);
      demand(value < -(1n << 31n), "not-canonical");
      return plainNumber(value);
    }
    const value = size === 1 ? this.view.getInt8(at)
      : size === 2 ? this.view.getInt16(at) : this.view.getInt32(at);
    demand(value < { 1: -32, 2: -128, 4: -32768 }[size], "not-canonical");
    return value;
  }

  text(size) {
    const bytes = this.take(size);
    try {
      return fromUtf8(bytes);
    } catch {
      throw new Refused("malformed");
    }
  }

  value(level) {
    this.count += 1;
    demand(this.count <= this.most, "too-large");
    const lead = this.take(1)[0];
    if (lead <= 0x7f) return lead;
    if (lead >= 0xe0) return lead - 256;
    if (lead <= 0x8f) return this.map(lead & 0x0f, level);
    if (lead <= 0x9f) return this.array(lead & 0x0f, level);
    if (lead <= 0xbf) return this.text(lead & 0x1f);
    switch (lead) {
      case 0xc0: return null;
      case 0xc1: throw new Refused("malformed");
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: case 0xc5: case 0xc6:
        return this.take(this.unsigned(1 << (lead - 0xc4), 0, 1));
      case 0xcc: case 0xcd: case 0xce: case 0xcf:
        return this.unsigned(1 << (lead - 0xcc), 0x80, 1);
      case 0xd0: case 0xd1: case 0xd2: case 0xd3:
        return this.negative(1 << (lead - 0xd0));
      case 0xd9: case 0xda: case 0xdb:
        return this.text(this.unsigned(1 << (lead - 0xd9), 32, 1));
      case 0xdc: case 0xdd:
        return this.array(this.unsigned(lead === 0xdc ? 2 : 4, 16, 2), level);
      case 0xde: case 0xdf:
        return this.map(this.unsigned(lead === 0xde ? 2 : 4, 16, 2), level);
      default: throw new Refused("forbidden-type"); // floats and extensions
    }
  }

  array(items, level) {
    demand(level <= MAX_DEPTH, "too-deep");
    demand(items <= this.left(), "malformed");
    const result = [];
    for (let item = 0; item < items; item += 1) result.push(this.value(level + 1));
    return result;
  }

  map(entries, level) {
    demand(level <= MAX_DEPTH, "too-deep");
    demand(2 * entries <= this.left(), "malformed");
    const result = new Map();
    let last = null;
    for (let entry = 0; entry < entries; entry += 1) {
      const start = this.at;
      const key = this.value(level + 1);
      demand(typeof key === "string", "forbidden-type");
      // With shortest prefixes the order of the spellings would put short keys first, so the
      // contents are compared: they end where the key ends.
      const bytes = keyContents(this.data.subarray(start, this.at));
      demand(last === null || compareBytes(bytes, last) > 0, "not-canonical");
      last = bytes;
      result.set(key, this.value(level + 1));
    }
    return result;
  }
}

function plainNumber(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function keyContents(spelling) {
  const prefix = spelling[0] <= 0xbf ? 1 : { 0xd9: 2, 0xda: 3, 0xdb: 5 }[spelling[0]];
  return spelling.subarray(prefix);
}

/** The value in `data`, of at most so many values. Throws Refused. */
export function decode(data, most = MAX_VALUES) {
  const decoder = new Decoder(data, most);
  const value = decoder.value(1);
  demand(decoder.left() === 0, "malformed");
  return value;
}

/** The one spelling of a value. A Map's entries are put in order, as are those of a plain object. */
export function encode(value) {
  if (value === null) return Uint8Array.of(0xc0);
  if (typeof value === "boolean") return Uint8Array.of(value ? 0xc3 : 0xc2);
  if (typeof value === "number" || typeof value === "bigint") return integer(value);
  if (typeof value === "string") {
    const text = utf8(value);
    return concat(prefix(text.length, [[31, 0xa0, 0], [0xff, 0xd9, 1], [0xffff, 0xda, 2],
      [0xffffffff, 0xdb, 4]]), text);
  }
  if (value instanceof Uint8Array) {
    const head = prefix(value.length, [[0xff, 0xc4, 1], [0xffff, 0xc5, 2], [0xffffffff, 0xc6, 4]]);
    return concat(head, value);
  }
  if (Array.isArray(value)) {
    const head = prefix(value.length, [[15, 0x90, 0], [0xffff, 0xdc, 2], [0xffffffff, 0xdd, 4]]);
    return concat(head, ...value.map(encode));
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const spelt = entries.map(([key, entry]) => [utf8(key), encode(key), encode(entry)]);
  spelt.sort(([one], [other]) => compareBytes(one, other));
  const head = prefix(spelt.length, [[15, 0x80, 0], [0xffff, 0xde, 2], [0xffffffff, 0xdf, 4]]);
  return concat(head, ...spelt.flatMap(([, key, entry]) => [key, entry]));
}

/** A lead byte and `size` bytes of length; with size 0 the length is part of the lead byte. */
function prefix(length, forms) {
  const [, lead, size] = forms.find(([most]) => length <= most);
  return size ? concat(Uint8Array.of(lead), bigEndian(BigInt(length), size)) : Uint8Array.of(lead + length);
}

function integer(value) {
  if (value >= 0 && value <= 0x7f) return Uint8Array.of(Number(value));
  if (value < 0 && value >= -32) return Uint8Array.of(256 + Number(value));
  const whole = BigInt(value);
  const at = [1, 2, 4, 8].findIndex((size) => whole >= 0n
    ? whole < 1n << BigInt(8 * size) : whole >= -(1n << BigInt(8 * size - 1)));
  return concat(Uint8Array.of((whole >= 0n ? 0xcc : 0xd0) + at), bigEndian(whole, 1 << at));
}

function bigEndian(value, size) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt.asIntN(64, value));
  return bytes.subarray(8 - size);
}
