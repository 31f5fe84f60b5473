// The page's own texts for players, in the language of the game.

let words = {}, forms = {}, rules;

// setLanguage switches to the server's texts in a language, and translates those of
// this page.
export function setLanguage(hello) {
  ({ words = {}, forms = {} } = hello);
  rules = new Intl.PluralRules(hello.language ?? "en");
  for (const e of document.querySelectorAll("[data-say]")) {
    const text = say(e.dataset.say), key = e.getAttribute("aria-keyshortcuts");
    if (e.ariaLabel) e.ariaLabel = text;
    else e.firstChild.data = text + " ";
    if (e.dataset.tip) e.dataset.tip = key ? `${text} (${key})` : text;
  }
}

// say translates a sentence, and fills values into its {names}.
export function say(sentence, values = {}) {
  const f = forms[sentence], text = f?.[rules.select(Number(values[f.count]))] ?? words[sentence] ?? sentence;
  return text.replace(/{(\w+)}/g, (gap, name) => values[name] ?? gap);
}

// languageName is the name of a language in that language.
export function languageName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
