// What the page says to the program, one request after another, and what it hears.

/** How long until the program is asked again whether it is there, in milliseconds. */
const AGAIN = 1500;

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
export const GONE = { code: "gone", text: "The program does not answer.", safe: "What you ordered is kept: start the board again, and this page goes on where you were." };

async function ask(path, traits) {
  let answer;
  try {
    answer = await fetch(new URL(path, base), traits);
  } catch {
    throw new Trouble({ error: GONE }, 0);
  }
  const content = await answer.json().catch(() => ({ error: { code: "no-answer", text: "The program gave no answer that the page understands.", safe: "Load the page again." } }));
  if (!answer.ok || content.error?.code === "no-answer") throw new Trouble(content, answer.status);
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

/** Send a file or a text as it is. */
export const sendFile = (path, content) => ask(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: content });

/** Hear what happens meanwhile: progress, and changes of a turn elsewhere; `isThere` is told whether anybody speaks. */
export function listen(heard, isThere) {
  const source = new EventSource(new URL("api/news", base));
  source.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  source.addEventListener("open", () => isThere(true));
  source.addEventListener("error", () => {
    isThere(false);
    // A browser tries again by itself unless it was refused: the program was started anew, and lets
    // this browser in as soon as its new address was opened.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(heard, isThere), AGAIN);
  });
}
