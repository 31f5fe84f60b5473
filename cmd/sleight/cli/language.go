package cli

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
)

// languageFlag adds the flag for the language of texts.
func languageFlag(c *cobra.Command, to *string) {
	c.Flags().StringVar(to, "lang", "", "the `LANGUAGE` to show texts in, such as de, as far as packs have it")
}

// languageOf parses the requested language. Without a request it is, on a
// terminal, the language of the system, if it is known.
func languageOf(asked string, terminal bool) (locale.Language, error) {
	if asked == "" {
		if terminal {
			tag, _ := locale.Parse(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")))
			return tag, nil
		}
		return locale.Language{}, nil
	}
	tag, ok := locale.Parse(asked)
	if !ok {
		return tag, fmt.Errorf("--lang %q is not a language tag; write a tag such as de or pt-BR", asked)
	}
	return tag, nil
}

// noteLanguage prints a note if no pack has the requested language.
func noteLanguage(c *cobra.Command, content *rules.Content, asked string) {
	lang, ok := locale.Parse(asked)
	if !ok || locale.IsSource(lang) {
		return
	}
	for _, g := range content.Games() {
		if locale.Open(content.Catalog, g.Definition, lang) != nil {
			return
		}
	}
	there := append([]string{locale.Source}, locale.All(content.Catalog)...)
	fmt.Fprintf(c.ErrOrStderr(), "note: no pack has texts in %s; available: %s\n", lang, strings.Join(there, ", "))
}

// openTranslators opens the translator of each definition into a language: the
// translator of the first game that sees the definition. If no language was
// requested, texts stay untranslated.
func openTranslators(c *cobra.Command, content *rules.Content, asked string) (func(*def.Definition) *locale.Translator, error) {
	lang, err := languageOf(asked, false)
	if err != nil || asked == "" {
		return func(*def.Definition) *locale.Translator { return nil }, err
	}
	noteLanguage(c, content, asked)
	translators := map[string]*locale.Translator{} // by pack
	return func(d *def.Definition) *locale.Translator {
		if translator, ok := translators[d.Pack]; ok {
			return translator
		}
		translators[d.Pack] = nil
		for _, g := range content.Games() {
			if slices.Contains(content.Catalog.PacksOf(g.Definition), d.Pack) {
				translators[d.Pack] = locale.Open(content.Catalog, g.Definition, lang)
				break
			}
		}
		return translators[d.Pack]
	}, nil
}
