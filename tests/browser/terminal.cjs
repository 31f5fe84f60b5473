// A recording of the REPL for the README, as an animated SVG:
// node tests/browser/terminal.cjs SLEIGHT
// It shows the program's real output; only the pace is set here.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const root = path.resolve(__dirname, "../..");
const program = path.resolve(process.argv[2]);
const columns = 94, rows = 34, size = 14, leading = 18, wide = 8.43;
const lastLook = 5; // seconds at the end

// script is the typed input, and the changes to files while the game runs.
const script = [
  { type: "use nudge d4 -1" },
  { file: "content/manipulation/hands/three.yaml", from: "default: 3, unit: × score", to: "default: 4, unit: × score" },
  { file: "scripts/manipulation/abilities/nudge.lua", from: "nudge_die(die", to: "nudge_dye(die" },
  { file: "scripts/manipulation/abilities/nudge.lua", from: "nudge_dye(die", to: "nudge_die(die" },
  { type: "score" },
];

// Recorder collects lines with the time at which they appear, in seconds.
class Recorder {
  constructor() {
    this.lines = [];
    this.now = 0.4;
  }

  print(text, kind = "", pause = 0.04) {
    for (const line of text.split("\n")) {
      for (let from = 0; from === 0 || from < line.length; from += columns) {
        this.lines.push({ text: line.slice(from, from + columns), kind, at: this.now });
      }
      this.now += pause;
    }
  }

  type(prompt, text) {
    const typed = 0.06 * text.length;
    this.lines.push({ text: prompt, kind: "prompt", at: this.now, typed: text, lasts: typed });
    this.now += typed + 0.5;
  }

  wait(seconds) {
    this.now += seconds;
  }

  // svg draws the lines; when there are more than fit, all move up. The
  // animation repeats forever, for readers who scroll to it late.
  svg() {
    const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
    const length = this.now + lastLook, height = rows * leading + 24;
    const share = (at) => ((at / length) * 100).toFixed(2) + "%";
    const frames = new Map(); // the names of keyframes, by when something appears
    const shown = (at) => {
      if (!frames.has(share(at))) frames.set(share(at), `k${frames.size}`);
      return `animation-name:${frames.get(share(at))}`;
    };
    const text = (x, y, at, kind, content) => `<text x="${x.toFixed(1)}" y="${y}"${kind && ` class="${kind}"`} style="${shown(at)}">${escape(content)}</text>`;
    const drawn = this.lines.flatMap((line, i) => {
      const y = 26 + i * leading, first = text(14, y, line.at, line.kind, line.text);
      const from = 14 + (line.text.length + 1) * wide, letters = [...(line.typed || "")];
      return [first, ...letters.map((letter, n) => text(from + n * wide, y, line.at + (line.lasts * n) / letters.length, "typed", letter))];
    });
    const moves = [];
    for (const [i, line] of this.lines.entries()) if (i >= rows) moves.push(`${share(line.at)}{transform:translateY(${-(i - rows + 1) * leading}px)}`);
    const keys = [...frames].map(([at, name]) => `@keyframes ${name}{0%{opacity:0}${at}{opacity:1}}`).join("");
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * wide + 28}" height="${height}" viewBox="0 0 ${columns * wide + 28} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${size}">
<style>text{white-space:pre;fill:#d8dee9;opacity:1;animation:${length.toFixed(2)}s step-end infinite}.typed{fill:#fff;font-weight:700}.prompt{fill:#88c0d0}.file{fill:#b48ead;font-style:italic}.old{fill:#ff7b86}.new{fill:#a3d977}.error{fill:#ff7b86}.good{fill:#a3d977}${keys}@keyframes up{0%{transform:none}${moves.join("")}}.all{animation:up ${length.toFixed(2)}s step-end infinite}@media(prefers-reduced-motion:reduce){text{animation:none}.all{animation:none;transform:translateY(${-Math.max(0, this.lines.length - rows) * leading}px)}}</style>
<rect width="100%" height="100%" rx="10" fill="#1b2029"/>
<g class="all">
${drawn.join("\n")}
</g>
</svg>
`;
  }
}

// kindOf colors a line of output.
const kindOf = (line) => (/error:|failed/.test(line) ? "error" : /^reloaded|passed/.test(line) ? "good" : "");

async function main() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "recording-"));
  for (const folder of ["content", "scripts"]) fs.cpSync(path.join(root, folder), path.join(dir, folder), { recursive: true, filter: (f) => !f.endsWith(".go") });
  const repl = spawn(program, ["repl", "manipulation", "--seed", "7"], { cwd: dir });
  let output = "";
  repl.stdout.on("data", (d) => (output += d));
  repl.stderr.on("data", (d) => (output += d));
  // said returns the output until nothing more arrives for a while.
  const said = async (first) => {
    for (let n = output.length, quiet = 0, tries = 0; quiet < 6 && tries < 400; tries++) {
      await new Promise((r) => setTimeout(r, 100));
      quiet = output.length === n && (n > 0 || !first) ? quiet + 1 : 0;
      n = output.length;
    }
    const text = output.replace(/\n$/, "");
    output = "";
    return text;
  };
  const film = new Recorder();
  film.type("$", "go run ./cmd/sleight repl manipulation --seed 7");
  film.print(await said(true), "", 0.02);
  film.wait(1.2);
  for (const s of script) {
    output = "";
    if (s.type) {
      film.type("roll>", s.type);
      repl.stdin.write(s.type + "\n");
    } else {
      const name = path.join(dir, s.file), before = fs.readFileSync(name, "utf8"), after = before.replace(s.from, s.to);
      if (after === before) throw new Error(`${s.file} does not contain ${s.from}`);
      const line = (text, part) => text.split("\n").find((l) => l.includes(part));
      film.print(`saved ${s.file}`, "file", 0.6);
      film.print("-" + line(before, s.from), "old", 0.3);
      film.print("+" + line(after, s.to), "new", 0.8);
      fs.writeFileSync(name, after);
      await new Promise((r) => setTimeout(r, 1500));
      repl.stdin.write("\n"); // on a pipe, events are reported before the next line is read
    }
    for (const line of (await said(true)).split("\n")) film.print(line, kindOf(line), 0.06);
    film.wait(1.6);
  }
  repl.stdin.end();
  const svg = film.svg();
  fs.writeFileSync(path.join(root, "docs", "images", "reload.svg"), svg);
  console.log(`${film.lines.length} lines, ${(svg.length / 1000).toFixed(0)} KB, ${film.now.toFixed(0)} s`);
  repl.kill();
  fs.rmSync(dir, { recursive: true });
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
