// What the page says to the program, one request after another, and what it hears.

const base = new URL("./", location.href);
let queue = Promise.resolve();

/** What the program refused, with a sentence for people. */
export class Trouble extends Error {
  constructor(answer, status) {
    super(answer.error.text);
    Object.assign(this, answer.error, { status, turn: answer.turn });
  }
}

/** What is said when the program has ended. */
export const GONE = { code: "gone", text: "The program does not answer.", safe: "What you ordered is kept: start `pbem board` again, and go on where you were." };

async function ask(path, traits) {
  let answer;
  try {
    answer = await fetch(new URL(path, base), traits);
  } catch {
    throw new Trouble({ error: GONE }, 0);
  }
  const content = await answer.json();
  if (!answer.ok) throw new Trouble(content, answer.status);
  return content;
}

/** Look at something; the answer as an object. */
export const look = (path) => ask(path, {});

/** Do something, after all that was asked for before it. `body` may be a function, for its latest value. */
export function act(path, body) {
  const send = () => ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(typeof body === "function" ? body() : body),
  });
  const done = queue.then(send, send);
  queue = done.catch(() => {});
  return done;
}

/** Hear what happens meanwhile: progress, and changes of a turn elsewhere; `isThere` is told whether anybody speaks. */
export function listen(heard, isThere) {
  const source = new EventSource(new URL("api/news", base));
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("error", () => isThere(false));
  source.addEventListener("open", () => isThere(true));
  return source;
}
