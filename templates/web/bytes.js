// Bytes, hashes and the one kind of refusal. Nothing here knows the formats.

/** A file, text or receipt that does not verify: the code of the specification, and the number of
 * the record in a save (null where there is none). */
export class Refused extends Error {
  constructor(code, record = null) {
    super(record === null ? code : `${code}, record ${record}`);
    this.code = code;
    this.record = record;
  }
}

export function demand(condition, code, record = null) {
  if (!condition) throw new Refused(code, record);
}

const ENCODER = new TextEncoder();
// A byte order mark is a character like any other here, or two spellings would be one text.
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function utf8(text) {
  return ENCODER.encode(text);
}

/** Text from strict UTF-8; throws TypeError for anything else. */
export function fromUtf8(bytes) {
  return DECODER.decode(bytes);
}

export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Negative, zero or positive, as a is before, equal to or after b, byte by byte. */
export function compareBytes(a, b) {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    if (a[at] !== b[at]) return a[at] - b[at];
  }
  return a.length - b.length;
}

export function sameBytes(a, b) {
  return a.length === b.length && compareBytes(a, b) === 0;
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes from hex digits; null if it is not hex. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Bytes from strict base64 with padding (RFC 4648 section 4); null if it is not that. */
export function fromBase64(text) {
  if (typeof text !== "string" || text.length % 4 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    return null;
  }
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concat(...parts)));
}

/** SHA-256("pbem/v1/LABEL\0" || parts). */
export function tagHash(label, ...parts) {
  return sha256(utf8(`pbem/v1/${label}\0`), ...parts);
}
