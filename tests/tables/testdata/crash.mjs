// Acts while the host is away: crash.mjs ROOT LINK LINK
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , root, first, second] = process.argv;
const { Seat } = await import(pathToFileURL(root + "/runtime/ui/studio/page/seatclient.js"));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const ask = async (word) => {
  console.log(word);
  await lines.next();
};

const one = Seat.of(first), two = Seat.of(second);
const heard = [];
two.on("news", (news) => heard.push(news.version));
const lost = new Promise((told) => one.on("lost", told));
const { news, player } = await one.join();
assert.equal(player, 1);
await two.join();
const [command] = await one.legal();
await ask("down");
await lost;
const pending = one.act(command);
const back = new Promise((told) => two.on("joined", told));
await ask("up");
const outcome = await pending;
assert.ok(outcome.done && outcome.version === news.version + 1, JSON.stringify(outcome));
assert.deepEqual((await one.log(1)).map((e) => e.command), [command]);
await back;
for (const end = Date.now() + 10_000; heard.at(-1) !== outcome.version; await new Promise((r) => setTimeout(r, 10))) assert.ok(Date.now() < end, "the other seat hears of it");
await assert.rejects(Seat.of(first + "x").join(), { code: -32002 });
const refused = await one.act("fly");
assert.equal(refused.code === "unknown-action" || refused.code === "other-turn", true, JSON.stringify(refused));
const acts = one.call("seat/watch").then((n) => n.acts);
const chosen = (await acts) ? await one.choose(command.split(" ")[0]) : { refusal: "x" };
assert.ok(chosen.choice?.open || chosen.complete || chosen.refusal, JSON.stringify(chosen));
await one.leave();
await two.leave();
console.log("done");
process.exit(0);
