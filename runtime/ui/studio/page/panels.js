// The panels beside the table: time, content, gallery, balance, sessions.
import { Time } from "./time.js";
import { Content } from "./content.js";
import { Balance } from "./balance.js";
import { Gallery } from "./gallery.js";
import { Sessions } from "./sessions.js";
import { configure } from "./places.js";

export { Strip } from "./strip.js";

export { problem } from "./places.js";

// make makes the panels on an element; context is their connection to the page.
export function make(at, context) {
  configure(context);
  return { time: new Time(at, context), content: new Content(at, context), balance: new Balance(at, context), gallery: new Gallery(at, context), sessions: new Sessions(at, context) };
}
