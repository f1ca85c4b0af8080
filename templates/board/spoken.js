// Names of types of units in words, wherever the page shows a text: the lines of the program hold them as they are typed.

/** Names that nobody would say: words joined by a line or a hump. */
const UNSPOKEN = /_|[a-z][A-Z]/;

const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

let words = new Map();
let unspoken = null;

/** Say the types of a game by these names from now on. */
export function speakOf(units) {
  words = new Map(units.filter(({ type }) => UNSPOKEN.test(type)).map(({ type, name }) => [type, name]));
  // A longer name goes before one that it begins with.
  const types = [...words.keys()].sort((one, other) => other.length - one.length).map(quoted);
  unspoken = types.length ? new RegExp(`(?<![\\w-])(?:${types.join("|")})(?![\\w-])`, "g") : null;
}

/** A text with every such name in words. */
export const spoken = (text) => (unspoken ? text.replace(unspoken, (type) => words.get(type)) : text);
