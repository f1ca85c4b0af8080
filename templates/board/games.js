// My games: what waits for me, for whom the others wait, new mail, seats to take.

import { act, look } from "./api.js";
import { button, byId, el, show } from "./dom.js";
import { complain } from "./main.js";

let said = [];

export async function showGames() {
  try {
    render((await look("api/games")).games);
  } catch (error) {
    complain(error);
  }
}

async function doing(where, body) {
  byId("games").setAttribute("aria-busy", "true");
  try {
    const answer = await act(where, body);
    complain(null);
    said = answer.news;
    render(answer.games);
  } catch (error) {
    complain(error);
  } finally {
    byId("games").removeAttribute("aria-busy");
    byId("progress").textContent = "";
  }
}

function render(games) {
  show(byId("games"),
    el("p", {}, button("Fetch mail", () => doing("api/fetch", {}), { class: "main" })),
    said.length ? el("ul", { class: "said", role: "status" }, said.map((text) => el("li", {}, text))) : "",
    list("Waiting for you", games.filter((game) => game.mine)),
    list("Waiting for others", games.filter((game) => !game.mine)),
    games.length ? "" : el("p", {}, "You have no games. Found one with `pbem new`; fetching mail takes in invitations."));
}

function list(title, games) {
  if (!games.length) return "";
  return el("section", {}, el("h2", {}, title), el("ul", { class: "cards" }, games.map(card)));
}

function card(game) {
  const since = game.since ? new Date(game.since * 1000).toLocaleString("en-GB") : "";
  return el("li", {},
    el("h3", {}, game.invites || game.damaged ? game.name : el("a", { href: `#${game.game}` }, game.name)),
    el("p", {}, `${game.state}${since ? `, since ${since}` : ""}`),
    game.replay ? el("p", {}, el("a", { href: `api/games/${game.game}/replay`, download: "replay.html" }, "Save the replay")) : "",
    game.drafted ? el("p", { class: "soft" }, "You have begun this turn.") : "",
    game.unsent ? el("p", { class: "soft" }, `${game.unsent} of its mails are not known to have arrived: \`pbem send ${game.handle}\`.`) : "",
    (game.proposals ?? []).map((one) => proposal(game, one)),
    game.invites ? invitation(game) : "");
}

/** What somebody proposes; nothing is signed before the button is pressed. */
function proposal(game, one) {
  return el("div", { class: "proposal" }, el("p", {}, "Your consent is asked for:"),
    el("ul", {}, one.lines.map((text) => el("li", {}, text))),
    el("p", {}, button("Sign my consent", () => doing(`api/games/${game.game}/consent`, { digest: one.digest }), { "data-key": `consent ${one.digest}` })),
    el("p", { class: "soft" }, "If you do not agree, do nothing: without your signature it does not count."));
}

/** What one agrees to by taking the seat. */
function invitation(game) {
  const name = el("select", { "aria-label": "The name you were invited under" }, game.open.map((one) => el("option", {}, one)));
  return el("div", {}, el("p", {}, game.host),
    el("ul", {}, Object.entries(game.seats).map(([nation, player]) => el("li", {}, `${nation}: ${player}`))),
    el("details", {}, el("summary", {}, "Terms"), el("ul", {}, game.terms.map((text) => el("li", {}, text)))),
    el("p", {}, "I am ", name, " ", button("Take the seat", () => doing(`api/games/${game.game}/join`, { player: name.value }), { class: "main" })));
}
