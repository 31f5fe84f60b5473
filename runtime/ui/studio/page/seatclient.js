// A seat at a table that "sleight host" has opened, for pages and for Node 18 or
// later. It has no dependencies.
//
//   const seat = Seat.of(link);            // the link that the host has sent
//   seat.on("news", (news) => …);          // what the seat sees, after every change
//   await seat.join();
//   const { done, refusal } = await seat.act("use flip d2");
//
// The client joins again by itself when the connection is lost, and resends a
// command whose answer was lost; it is run once. Besides "news", the events are
// "joined" (with the result of seat/join), "presence" (who is there), "lost" and
// "gone" (the seat is lost for good). docs/hosting.md describes the messages.

const FORBIDDEN = -32002, TOO_MUCH = -32003, STALE = -32006; // codes of errors
const SOONEST = 250, LATEST = 5000; // milliseconds until the next try

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Seat {
  #token;
  #language;
  #listeners = {};
  #client = ""; // the name of this connection; empty while there is none
  #seated = false;
  #ended = false;
  #once = 0; // the number of the seat's last command
  #latest; // the last news since the seat began to join
  #id = 0;
  #stream; // aborts the stream of events
  #joining; // a promise of the next time that the seat is joined
  #joined;

  // base is the address of the table, which ends with its id and a slash.
  constructor(base, token, { language } = {}) {
    this.base = base;
    this.table = base.split("/").at(-2);
    this.#token = token;
    this.#language = language;
    this.#await();
  }

  // of returns the seat of a link.
  static of(link, options) {
    const url = new URL(link);
    const token = url.hash.slice(1);
    url.hash = url.search = "";
    return new Seat(url.href, token, options);
  }

  // on registers a function for an event.
  on(name, f) {
    (this.#listeners[name] ??= []).push(f);
    return this;
  }

  #emit(name, value) {
    for (const f of this.#listeners[name] ?? []) f(value);
  }

  #await() {
    this.#joining = new Promise((resolve, reject) => (this.#joined = { resolve, reject }));
    this.#joining.catch(() => {}); // callers that wait get the error; nobody has to wait
  }

  // join takes the seat and keeps it until leave is called. It returns the table's
  // reply, or throws an error if the token is wrong.
  join() {
    const first = this.#joining;
    this.#stayJoined();
    return first;
  }

  async #stayJoined() {
    for (let wait = SOONEST; !this.#ended; wait = Math.min(2 * wait, LATEST)) {
      try {
        if (await this.#listen()) wait = SOONEST / 2;
      } catch (error) {
        if (error.code === FORBIDDEN) return this.#end(error); // the token is wrong
      }
      this.#markLost();
      if (this.#ended) return;
      this.#emit("lost");
      await pause(wait);
    }
  }

  #markLost() {
    this.#client = "";
    this.#seated = false;
  }

  #end(error) {
    this.#ended = true;
    this.#markLost();
    this.#joined.reject(error);
    this.#stream?.abort();
    this.#emit("gone", { table: this.table, reason: error.message });
  }

  // listen opens the stream of events, takes the seat, and returns when the
  // stream ends; it reports whether the seat was taken.
  async #listen() {
    this.#stream = new AbortController();
    const response = await fetch(this.base + "events", { signal: this.#stream.signal, headers: { Accept: "text/event-stream" } });
    if (!response.ok) return false;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", taken = false, failed;
    for (;;) {
      const { value, done } = await reader.read().catch((error) => Promise.reject(failed ?? error));
      if (done) return taken;
      const events = (text + value).split("\n\n");
      text = events.pop();
      for (const event of events) {
        const data = event.split("\n").filter((l) => l.startsWith("data: ")).map((l) => l.slice(6)).join("\n");
        if (event.startsWith("event: client")) {
          this.#client = data;
          this.#takeSeat().then(() => (taken = true), (error) => {
            failed = error;
            this.#stream.abort();
          });
        } else if (data) this.#receive(JSON.parse(data));
      }
    }
  }

  async #takeSeat() {
    await this.call("hello", this.#language ? { language: this.#language } : {}).then((hello) => this.#emit("hello", hello));
    this.#latest = undefined;
    const joined = await this.call("seat/join", { table: this.table, token: this.#token });
    this.#once = Math.max(this.#once, joined.once);
    this.#seated = true;
    Object.assign(this, { player: joined.player ?? 0, seats: joined.seats });
    this.#joined.resolve(joined);
    this.#await();
    this.#emit("joined", joined);
    this.#emit("presence", joined.presence);
    this.#emit("news", this.#latest?.version > joined.news.version ? this.#latest : joined.news); // the result may be overtaken
  }

  #receive({ method, params }) {
    if (method === "gone") this.#end(Object.assign(new Error(params.reason), { code: FORBIDDEN }));
    else {
      if (method === "news") this.#latest = params;
      this.#emit(method, params);
    }
  }

  // call calls a method of the protocol; an error of the table is thrown, with its
  // code.
  async call(method, params = {}) {
    const response = await fetch(this.base + "rpc", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(this.#client && { "Sleight-Client": this.#client }) },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params }),
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    const { result, error } = await response.json();
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  }

  // act gives a complete command. It returns { done, command } or { refusal, code }
  // and waits while the connection is lost. With version, nothing is done if the
  // table has changed since the news of that version.
  async act(command, { version } = {}) {
    let once = (this.#once = Math.max(this.#once + 1, Date.now()));
    for (let sent = false; ; ) {
      while (!this.#seated && !this.#ended) await Promise.race([this.#joining, pause(LATEST)]);
      if (this.#ended) throw new Error("the seat is lost");
      try {
        return await this.call("seat/act", { command, once, ...(version && { version }) });
      } catch (error) {
        if (error.code === STALE && error.data?.once >= once && !sent) once = this.#once = error.data.once + 1; // another device has a faster clock
        else if (error.code < 0 && error.code !== TOO_MUCH) throw error;
        else await pause(SOONEST);
        sent ||= !(error.code < 0); // it may have arrived
      }
    }
  }

  // choose returns the next choice of a command: { choice } with options, or {
  // complete } to pass to act, or { refusal }. It changes nothing.
  choose = (command, picked = []) => this.call("seat/choose", { command, picked });

  // preview returns what a command would certainly do, as far as the seat can know:
  // { changes, chance, next } or { refusal }. It changes nothing.
  preview = (command, picked = []) => this.call("seat/preview", { command, picked });

  // legal lists complete commands that are legal now.
  legal = async (limit) => (await this.call("seat/legal", { limit })).commands;

  // log lists the events since a turn.
  log = async (from = 0) => (await this.call("seat/log", { from })).entries;

  // watch returns the current news.
  watch = () => this.call("seat/watch");

  // clocks returns the remaining time of choices with a time limit.
  clocks = () => this.call("seat/clocks");

  // leave gives the seat back.
  async leave() {
    this.#ended = true;
    await this.call("seat/leave").catch(() => {});
    this.#stream?.abort();
  }
}
