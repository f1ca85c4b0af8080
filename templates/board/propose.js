// Proposals of one's own: a form for each kind, made from what the program says of it.

import { look } from "./api.js";
import { el, show, twice } from "./dom.js";
import { complain } from "./table.js";

/** Everything that can be proposed in a game, asked for when it is opened; `doing(action, body)` does something with the game. */
export function propose(path, doing) {
  const place = el("div", {});
  const open = async (event) => {
    if (!event.target.open || place.childElementCount) return;
    try {
      show(place, kinds((await look(path("proposals"))).kinds, doing));
    } catch (error) {
      complain(error);
    }
  };
  return el("details", { ontoggle: open }, el("summary", {}, "Propose something to the others"), place);
}

function kinds(all, doing) {
  const form = el("div", {});
  const list = el("select", { "data-key": "kind", onchange: () => choose() }, el("option", { value: "" }, "choose what"), all.map((one) => el("option", { value: one.name }, one.title)));
  const choose = () => {
    const kind = all.find((one) => one.name === list.value);
    show(form, kind ? filled(kind, doing) : "");
  };
  return [el("p", {}, el("label", {}, "What ", list)), form];
}

function filled(kind, doing) {
  const parts = kind.asks.map((ask) => [ask.name, PARTS[ask.part](ask)]);
  const words = el("textarea", { rows: 2, maxlength: 4000 });
  const send = () => doing("propose", { name: kind.name, words: words.value, answers: Object.fromEntries(parts.map(([name, part]) => [name, part.value()])) });
  const place = twice("Propose it", `${kind.title}: signed by you and sent to the others. It takes effect when all who are asked have consented.`, "Yes, sign and send", send);
  return [el("p", {}, kind.text), parts.map(([, part]) => el("p", {}, part.node)), el("label", { class: "wide" }, "Words to the others ", words), place];
}

/** How each part is filled in; `value` gives what was. */
const PARTS = { text: textOf, lines: linesOf, one: oneOf, some: someOf, switch: switchOf };

function textOf(ask) {
  const input = el("input", { autocomplete: "off", placeholder: ask.example, "data-key": ask.name });
  return { node: el("label", { class: "wide" }, `${ask.text} `, input), value: () => input.value };
}

function linesOf(ask) {
  const input = el("textarea", { rows: 4, placeholder: ask.example, "data-key": ask.name });
  return { node: el("label", { class: "wide" }, `${ask.text} `, input), value: () => input.value };
}

function oneOf(ask) {
  const input = el("select", { "data-key": ask.name }, ask.choices.map(([value, text]) => el("option", { value }, text)));
  return { node: el("label", { class: "wide" }, `${ask.text} `, input), value: () => input.value };
}

function someOf(ask) {
  const boxes = ask.choices.map(([value, text]) => [el("input", { type: "checkbox", value }), text]);
  return { node: el("span", {}, `${ask.text}: `, boxes.map(([box, text]) => el("label", {}, box, ` ${text} `))), value: () => boxes.filter(([box]) => box.checked).map(([box]) => box.value) };
}

function switchOf(ask) {
  const box = el("input", { type: "checkbox", "data-key": ask.name });
  return { node: el("label", {}, box, ` ${ask.text}`), value: () => box.checked };
}
