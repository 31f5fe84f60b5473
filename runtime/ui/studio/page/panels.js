// The panels beside the table: time, content, gallery, balance, sessions.
import { Time } from "./time.js";
import { Content } from "./content.js";
import { Balance } from "./balance.js";
import { Gallery } from "./gallery.js";
import { Sessions } from "./sessions.js";

export { Strip } from "./strip.js";

export { problem } from "./places.js";

export const make = (at, context) => ({ time: new Time(at, context), content: new Content(at, context), balance: new Balance(at, context), gallery: new Gallery(at, context), sessions: new Sessions(at, context) });
