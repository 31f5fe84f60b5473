// What the page itself says to players, in the language of the game's texts.

let words = {};

// learn takes the words that a server has for a language.
export function learn(all) {
  words = all ?? {};
}

// say puts values into a sentence in the place of {names}.
export function say(sentence, values = {}) {
  return (words[sentence] ?? sentence).replace(/{(\w+)}/g, (gap, name) => values[name] ?? gap);
}

// called is what speakers of a language call it.
export function called(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
