// Sounds: off by default, synthesized by the browser from a few tones and noise.
// Nothing is loaded for them.

const key = "sound";
let context, master, on = localStorage.getItem(key) === "on";
let noise;

export const isOn = () => on;

// setOn switches sounds on or off, and stores the setting.
export function setOn(to) {
  on = to;
  localStorage.setItem(key, on ? "on" : "off");
  if (on) play([{ step: { op: "event", show: "pause" }, at: 0 }]);
  else stop();
}

// stop stops all sounds.
export function stop() {
  master?.disconnect();
  master = undefined;
}

// ready returns the output of the sounds, at the time from which they are
// scheduled.
function ready() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  if (!master) {
    master = new GainNode(context, { gain: 0.22 });
    master.connect(context.destination);
  }
  return context.currentTime + 0.01;
}

// tone is a note of a pitch in hertz that fades.
function tone(at, pitch, lasts, { type = "triangle", to = pitch, gain = 1 } = {}) {
  const voice = new OscillatorNode(context, { type, frequency: pitch }), loud = new GainNode(context, { gain: 0 });
  voice.frequency.exponentialRampToValueAtTime(to, at + lasts);
  loud.gain.setValueAtTime(0, at);
  loud.gain.linearRampToValueAtTime(gain, at + 0.008);
  loud.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  voice.connect(loud).connect(master);
  voice.start(at);
  voice.stop(at + lasts);
}

// rustle is noise around a pitch that fades: cards and dice.
function rustle(at, pitch, lasts, gain = 0.5) {
  if (!noise) {
    noise = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
    const data = noise.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const voice = new AudioBufferSourceNode(context, { buffer: noise }), band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 }), loud = new GainNode(context);
  loud.gain.setValueAtTime(gain, at);
  loud.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  voice.connect(band).connect(loud).connect(master);
  voice.start(at);
  voice.stop(at + lasts);
}

// kindOf is the kind of sound of a step.
export function kindOf(s) {
  if (s.tally) return "tally";
  if (s.op === "event") return s.show === "strong" ? "strong" : "pause";
  if (s.op === "set" && s.name === "value") return "roll";
  if (s.op === "move" || s.op === "turn") return "card";
  if (s.is === undefined || s.was === undefined) return "";
  return s.is < s.was ? (s.name === "hp" ? "hit" : "less") : "more";
}

const sounds = {
  tally: (at, s) => s.tally.forEach((_, i) => tone(at + 0.26 * i, 392 * 2 ** ((i * 4) / 12), 0.3)),
  strong: (at) => [0, 4, 7].forEach((step, i) => tone(at + 0.07 * i, 330 * 2 ** (step / 12), 0.32)),
  pause: (at) => tone(at, 520, 0.2, { type: "sine" }),
  roll: (at) => [0, 0.05, 0.11].forEach((later, i) => rustle(at + later, 1900 - 300 * i, 0.05, 0.6)),
  card: (at) => rustle(at, 3200, 0.11, 0.35),
  hit: (at) => { tone(at, 150, 0.22, { type: "sine", to: 55, gain: 1.4 }); rustle(at, 500, 0.1, 0.5); },
  less: (at) => tone(at, 300, 0.13, { type: "sine", to: 220, gain: 0.5 }),
  more: (at) => tone(at, 520, 0.16, { type: "sine", to: 780, gain: 0.5 }),
};

// play plays the sounds of the steps of a command, each {step, at} in milliseconds
// from now. Sounds of one kind do not overlap.
export function play(steps) {
  if (!on) return;
  const now = ready(), last = {};
  for (const { step, at } of steps) {
    const kind = kindOf(step);
    if (!kind || at - (last[kind] ?? -99) < 45) continue;
    last[kind] = at;
    sounds[kind](now + at / 1000, step);
  }
}
