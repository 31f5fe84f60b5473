// The page's own texts for players, in the language of the game.

let words = {}, forms = {}, rules;

// learn takes over the server's texts for a language: those of this page, too.
export function learn(hello) {
  ({ words = {}, forms = {} } = hello);
  rules = new Intl.PluralRules(hello.language ?? "en");
  for (const e of document.querySelectorAll("[data-say]")) {
    const text = say(e.dataset.say), key = e.getAttribute("aria-keyshortcuts");
    if (e.ariaLabel) e.ariaLabel = text;
    else e.firstChild.data = text + " ";
    if (e.dataset.tip) e.dataset.tip = key ? `${text} (${key})` : text;
  }
}

// say fills values into the {names} of a sentence.
export function say(sentence, values = {}) {
  const f = forms[sentence], text = f?.[rules.select(Number(values[f.count]))] ?? words[sentence] ?? sentence;
  return text.replace(/{(\w+)}/g, (gap, name) => values[name] ?? gap);
}

// called is the name of a language in that language.
export function called(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
