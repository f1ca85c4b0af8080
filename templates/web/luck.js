// Pips against expectation. The page does not play the rules, so it cannot know what was a hit:
// it compares the pips of every die with the mean of a fair one.

/** Rows by whose turn it was and for which side: dice, mean, expected mean, and `chance`, how often
 * fair dice differ from the mean at least as much (0 to 1). In order of first appearance. */
export function tally(rolls) {
  const rows = new Map();
  for (const roll of rolls) {
    const { nation, side, sides } = roll.asked;
    const id = JSON.stringify([nation, side]);
    const row = rows.get(id)
      ?? { nation, side, rolls: 0, dice: 0, pips: 0, expected: 0, variance: 0 };
    rows.set(id, row);
    row.rolls += 1;
    row.dice += roll.dice.length;
    row.pips += roll.dice.reduce((sum, die) => sum + die, 0);
    row.expected += (roll.dice.length * (sides + 1)) / 2;
    row.variance += (roll.dice.length * (sides * sides - 1)) / 12;
  }
  return [...rows.values()].map(withChance);
}

/** One row of all rows together. */
export function total(rows) {
  const sum = (field) => rows.reduce((so, row) => so + row[field], 0);
  return withChance({
    nation: "", side: "", rolls: sum("rolls"), dice: sum("dice"), pips: sum("pips"),
    expected: sum("expected"), variance: sum("variance"),
  });
}

function withChance(row) {
  const score = row.variance ? (row.pips - row.expected) / Math.sqrt(row.variance) : 0;
  return { ...row, chance: bothTails(Math.abs(score)) };
}

/** The chance that a normal variable is at least `score` away from its mean, within 0.000001
 * (Abramowitz and Stegun 26.2.17). */
function bothTails(score) {
  const t = 1 / (1 + 0.2316419 * score);
  const series = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937
    + t * (-1.821255978 + t * 1.330274429))));
  return Math.min(1, 2 * (Math.exp((-score * score) / 2) / Math.sqrt(2 * Math.PI)) * series);
}
