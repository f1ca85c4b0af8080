// A folder as one file: a zip whose files are stored as they are, since pictures are compressed already (APPNOTE 6.3, sections 4.3 and 4.4).

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

const checksum = (bytes) => (bytes.reduce((sum, byte) => TABLE[(sum ^ byte) & 255] ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

/** Numbers, lowest byte first: pairs of a number and how many bytes it has. */
function numbers(...pairs) {
  const bytes = [];
  for (const [number, size] of pairs) for (let at = 0; at < size; at += 1) bytes.push((number >>> (8 * at)) & 255);
  return Uint8Array.from(bytes);
}

/** Names are UTF-8; the date is that with which time begins here, 1 January 1980. */
const facts = (bytes, name) => numbers([20, 2], [1 << 11, 2], [0, 2], [0, 2], [33, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [name.length, 2], [0, 2]);

/**
 * One file of several, each with its path.
 * @param {[string, Blob][]} files
 */
export async function zipOf(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [path, file] of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const name = new TextEncoder().encode(path);
    const own = facts(bytes, name);
    parts.push(numbers([0x04034b50, 4]), own, name, bytes);
    list.push(numbers([0x02014b50, 4], [20, 2]), own, numbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
    at += 4 + own.length + name.length + bytes.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const count = files.length;
  return new Blob([...parts, ...list, numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2])]);
}
