// Measures how long an editor waits for `sleight lsp`: from a keystroke to the
// new problems, and for completions.
//   node speed.cjs TOOLS BINARY [DEFINITIONS]
// Without DEFINITIONS it types in the shipped content; with it, that many
// consumables are added first. Ten warm-up strokes do not count.
"use strict";

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { open } = require("./client.cjs");

const [tools, binary] = process.argv.slice(2, 4).map((p) => path.resolve(p));
const more = Number(process.argv[4] ?? 0);
const root = path.resolve(__dirname, "../..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sleight-lsp-"));
for (const part of ["content", "scripts"]) {
  for (const pack of fs.readdirSync(path.join(root, part), { withFileTypes: true })) {
    if (pack.isDirectory()) fs.cpSync(path.join(root, part, pack.name), path.join(folder, part, pack.name), { recursive: true });
  }
}
for (let file = 0; file * 20 < more; file++) {
  const all = [];
  for (let i = 0; i < 20; i++) {
    const n = file * 20 + i;
    all.push(`kind: consumable
id: made_${n}
name: Made ${n}
rarity: ${["common", "uncommon", "rare"][n % 3]}
text: Adds {amount} to a die.
params:
  amount: {default: ${1 + (n % 6)}, safe: [1, 9], unit: points}
use:
  targets:
    - {name: die, from: dice, prompt: Select a die…, where: die.value + ${n % 7} > 1}
lua: |
  return {
    use = function(self, die)
      nudge_die(die, self.amount)
    end,
  }
`);
  }
  fs.writeFileSync(path.join(folder, `content/manipulation/consumables/made_${file}.yaml`), all.join("---\n"));
}

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];

(async () => {
  const began = performance.now();
  const c = await open(tools, binary, folder);
  const file = "content/manipulation/consumables/lock.yaml";
  const text = c.read(file);
  c.show(file, text.replace("from: dice", "from: dxce"));
  await c.until(file, (d) => d.length > 0, "the first problems");
  const first = performance.now() - began;
  const strokes = [];
  const completions = [];
  for (let i = 0; i < 70; i++) {
    // One letter changes; the problem names what was typed.
    const word = `d${"abcdefghjklmnopqrstuvwxyz"[i % 25]}ce`;
    const right = i % 10 === 9;
    const start = performance.now();
    const version = c.change(file, text.replace("from: dice", right ? "from: dice" : `from: ${word}`));
    await c.until(file, (d, p) => (p.version ?? 0) >= version && (right ? d.length === 0 : d.length > 0), "problems of a keystroke");
    if (i >= 10) strokes.push(performance.now() - start);
    const asked = performance.now();
    const place = c.at(file, right ? "from: di‸ce" : `from: ${word.slice(0, 1)}‸${word.slice(1)}`);
    await c.ask("CompletionRequest", place);
    if (i >= 10) completions.push(performance.now() - asked);
  }
  const status = fs.readFileSync(`/proc/${c.server.pid}/status`, "utf8");
  console.log(
    JSON.stringify({
      definitions: more,
      start_ms: Math.round(first),
      keystroke_to_problems_ms: { p50: Math.round(quantile(strokes, 0.5)), p95: Math.round(quantile(strokes, 0.95)) },
      completion_ms: { p50: +quantile(completions, 0.5).toFixed(1), p95: +quantile(completions, 0.95).toFixed(1) },
      memory_mb: Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024),
    }),
  );
  await c.end();
  fs.rmSync(folder, { recursive: true, force: true });
})();
