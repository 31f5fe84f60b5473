// The page's own texts for players, in the language of the game.

let words = {};

// learn takes over the server's texts for a language.
export function learn(all) {
  words = all ?? {};
}

// say fills values into the {names} of a sentence.
export function say(sentence, values = {}) {
  return (words[sentence] ?? sentence).replace(/{(\w+)}/g, (gap, name) => values[name] ?? gap);
}

// called is the name of a language in that language.
export function called(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
