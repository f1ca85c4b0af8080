// Before anything else: the player's key is made here, or unlocked with its passphrase.

import { button, byId, el, show } from "./dom.js";
import { carryOut, complain } from "./table.js";

/** Ask for what opens the door; `opened` is called when it is open. */
export function showDoor(door, opened) {
  show(byId("games"), door.key === "missing" ? first(door, opened) : locked(door, opened));
}

const asking = (type, traits) => el("input", { type, autocomplete: "off", size: 30, ...traits });

/** Open the door by `what`; `opened` is told how it stands then. */
const open = (what, body, opened) => carryOut(`api/door/${what}`, body, opened);

function first(door, opened) {
  const name = asking("text", { value: door.name, autocomplete: "nickname", required: true, maxlength: 80 });
  const word = asking("password", { autocomplete: "new-password", "aria-describedby": "losing" });
  const again = asking("password", { autocomplete: "new-password" });
  const make = () => {
    if (!name.value.trim()) complain({ message: "Say under which name you play." });
    else if (word.value !== again.value) complain({ message: "The two passphrases differ. Type the same words twice." });
    else return open("make", { name: name.value, passphrase: word.value }, opened);
    return null;
  };
  return el("form", { id: "door", onsubmit: (event) => event.preventDefault() },
    el("h2", {}, "Welcome"),
    el("p", {}, "You play great board games of war with friends, turn by turn, by mail or at this computer; or against the computer."),
    el("p", {}, "Everything that you do in a game is signed with a key of your own, so that nobody can play for you, and the others can check that it was you. It is made now, once."),
    el("p", {}, el("label", { class: "wide" }, "Your name, as the others see it ", name)),
    el("p", {}, el("label", { class: "wide" }, "A passphrase: some words, eight letters or more, that only you know ", word)),
    el("p", {}, el("label", { class: "wide" }, "The same once more ", again)),
    el("p", { class: "soft", id: "losing" }, "The passphrase protects your key on this computer, and you are asked for it when the program starts. Nobody can look it up: whoever loses it has lost the key, and goes on in games under way only when all the others there agree to a new one. Without a passphrase, whoever can read your files can play for you."),
    el("p", { class: "doing" }, button("Make my key", make, { class: "main" })));
}

function locked(door, opened) {
  const word = asking("password", { autocomplete: "current-password", autofocus: true });
  const unlock = () => open("unlock", { passphrase: word.value }, opened);
  return el("form", { id: "door", onsubmit: (event) => { event.preventDefault(); unlock(); } },
    el("h2", {}, `Hello, ${door.name}`),
    el("p", {}, el("label", { class: "wide" }, "Your passphrase ", word)),
    el("p", { class: "doing" }, el("button", { type: "submit", class: "main" }, "Open my games")));
}
