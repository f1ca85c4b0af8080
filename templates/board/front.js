// What somebody can begin: play now, invite friends, or answer an invitation; a picture for each.

import { act, look, sendFile } from "./api.js";
import { button, draw, el } from "./dom.js";
import { busily, complain } from "./table.js";

/** The picture of a scenario, or of a game; `where` is its address. */
export const picture = (where, traits = {}) => el("img", { src: where, alt: "", class: "board-picture", loading: "lazy", ...traits });

/** The same where it may be in sight already: it is taken over, and not asked for again. */
export const samePicture = (where, traits = {}) => [...document.querySelectorAll("img.board-picture")].find((one) => one.getAttribute("src") === where) ?? picture(where, traits);

/** The three cards; `done` takes what the program answered. */
export function beginnings(choices, done) {
  return el("section", { id: "begin", "aria-label": "Begin" }, el("h2", {}, "Begin a game"),
    el("div", { class: "three" }, playNow(choices, done), friends(), invited(done)));
}

function card(image, title, ...parts) {
  return el("article", { class: "card" }, image, el("h3", {}, title), parts);
}

/** One click to a game of the scenario for beginners. */
function playNow({ scenarios, beginners }, done) {
  const { title } = scenarios.find((one) => one.name === beginners);
  const begin = (seatOf) => busily(async () => {
    try {
      const { nations, wanted } = await act("api/founding/form", { scenario: beginners, profile: "" });
      const seats = Object.fromEntries(nations.map((nation) => [nation.name, seatOf(nation)]));
      await done(await act("api/founding/found", { ...wanted, seats }));
    } catch (error) {
      complain(error);
    }
  });
  const against = (side) => begin((nation) => (nation.sides.includes(side) ? "me" : "computer"));
  return card(samePicture(`api/founding/picture?name=${beginners}`), "Play now",
    el("p", {}, `${title}, the board to begin with. The computer plays the other side.`),
    el("p", { class: "doing" }, button("Play the Allies", () => against("Allies"), { class: "main" }), button("Play the Axis", () => against("Axis")), button("Both sides myself", () => begin(() => "me"))));
}

function friends() {
  return card(letters("M100 51h38M126 40l14 11-14 11"), "Invite friends",
    el("p", {}, "Choose a board, say who plays which nation, and send the invitations. Each turn then goes by mail."),
    el("p", { class: "doing" }, el("a", { href: "#new", class: "as-button" }, "Found a game")));
}

/** An envelope, and what is done with it. */
const letters = (arrow) => draw("svg", { viewBox: "0 0 240 116", class: "board-picture drawn", "aria-hidden": true },
  draw("path", { class: "paper", d: "M22 28h66v46H22zM152 28h66v46h-66z" }), draw("path", { class: "fold", d: "M22 28l33 25 33-25M152 28l33 25 33-25" }), draw("path", { class: "way", d: arrow }));

const openLetter = () => draw("svg", { viewBox: "0 0 240 116", class: "board-picture drawn", "aria-hidden": true },
  draw("path", { class: "paper", d: "M76 52l44-30 44 30v44H76z" }), draw("path", { class: "fold", d: "M76 52l44 30 44-30" }), draw("path", { class: "way", d: "M120 4v44M108 36l12 12 12-12" }));

/** A place to drop the mail on; what was pasted counts the same. */
function invited(done) {
  const take = (name, content) => busily(async () => {
    try {
      await done(await sendFile(`api/take-in?name=${encodeURIComponent(name)}`, content));
    } catch (error) {
      complain(error);
    }
  });
  const file = el("input", { type: "file", multiple: true, "data-key": "mail file" });
  file.addEventListener("change", async () => {
    for (const one of [...file.files]) await take(one.name, one);
  });
  const text = el("textarea", { rows: 3, "data-key": "pasted", spellcheck: "false", placeholder: "the whole text of the mail" });
  const place = card(openLetter(), "I was invited",
    el("p", {}, "Drop the mail here, or the file that came with it. A turn is taken in the same way."),
    el("p", {}, el("label", { class: "wide" }, "Choose the file ", file)),
    el("details", {}, el("summary", {}, "Paste the text instead"), el("label", { class: "wide" }, "Text of the mail ", text),
      el("p", { class: "doing" }, button("Take it in", () => text.value.trim() && take("pasted text", text.value)))),
    el("p", { class: "soft" }, el("a", { href: "#mail" }, "Let pbem read your mailbox"), " and nothing has to be dropped."));
  place.id = "invited";
  for (const kind of ["dragenter", "dragover"]) place.addEventListener(kind, (event) => { event.preventDefault(); place.toggleAttribute("data-over", true); });
  place.addEventListener("dragleave", () => place.removeAttribute("data-over"));
  place.addEventListener("drop", async (event) => {
    event.preventDefault();
    place.removeAttribute("data-over");
    const files = [...event.dataTransfer.files];
    for (const one of files) await take(one.name, one);
    if (!files.length && event.dataTransfer.getData("text/plain")) await take("dropped text", event.dataTransfer.getData("text/plain"));
  });
  return place;
}

/** What the front door says of the scenarios, which stay the same while the program runs. */
let choices = null;

export async function choicesNow() {
  choices ??= await look("api/founding");
  return choices;
}
