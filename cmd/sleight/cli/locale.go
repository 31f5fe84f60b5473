package cli

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/check/lint"
	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
	ws "sleight/runtime/sleight/workspace"
)

func newLocale(w *workspace) *cobra.Command {
	c := &cobra.Command{
		Use:   "locale",
		Short: "Show what is translated, and keep translations up to date",
		Long: `Show what is translated, and keep translations up to date. A language of a pack is
the file content/PACK/locales/LANGUAGE.yaml, or all files in
content/PACK/locales/LANGUAGE/.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return listLocales(c, w) },
	}
	c.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "Show how much of each pack is translated into which language",
		Args:  noArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return listLocales(c, w) },
	}, newLocaleUpdate(w))
	return c
}

// listLocales writes a table of packs and languages.
func listLocales(c *cobra.Command, w *workspace) error {
	content, err := w.playable(c)
	if err != nil {
		return err
	}
	scriptTexts := lint.ScriptTexts(content)
	table := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "PACK\tLANGUAGE\tTRANSLATED\tOF")
	for _, p := range content.Catalog.Packs() {
		for _, tag := range locale.All(content.Catalog) {
			missing, all := locale.Untranslated(content.Catalog, p.ID, tag, scriptTexts[p.ID], locale.Done)
			if len(missing) < all || len(locale.Files(content.Catalog, p.ID, tag)) > 0 {
				fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", p.ID, tag, all-len(missing), all)
			}
			if missing, all := locale.MissingBuiltIn(content.Catalog, p.ID, tag, locale.Done); len(missing) > 0 && len(missing) < all {
				fmt.Fprintf(table, "%s (engine)\t%s\t%d\t%d\n", p.ID, tag, all-len(missing), all)
			}
		}
	}
	return table.Flush()
}

// localeUpdate is one run of sleight locale update.
type localeUpdate struct {
	*workspace
	cmd      *cobra.Command
	tag, dir string
	into, of []string
	// fresh restricts the update to new files.
	fresh bool
	// params adds the texts of parameters, which players do not see, and engine
	// the sentences of the engine and its front ends.
	params, engine bool
}

func newLocaleUpdate(w *workspace) *cobra.Command {
	u := &localeUpdate{workspace: w}
	c := &cobra.Command{
		Use:   "update LANGUAGE",
		Short: "Add untranslated texts to a locale, or start one",
		Long: `Add untranslated texts to a locale, or start one: each source text (from:), with
room for its translation (to:). Where a source text has changed, from: is updated
and was: keeps the old text until someone has checked the translation. Comments and
layout stay as they are.`,
		Example: "  sleight locale update de --pack pig\n  sleight locale update fr --pack pig-in-french --of pig",
		Args:    exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			u.cmd, u.tag = c, args[0]
			return u.run()
		},
	}
	c.Flags().StringArrayVar(&u.into, "pack", nil, "the `PACK` of the locale; required if there are several and none has that language")
	c.Flags().BoolVar(&u.params, "params", false, "also add the texts of parameters, which only those who tune them see")
	c.Flags().BoolVar(&u.engine, "engine", false, "also add the sentences of the engine, the terminal and the studio; German is built in")
	c.Flags().StringArrayVar(&u.of, "of", nil, "a `PACK` that this one requires, whose texts are to be translated here")
	return c
}

func (u *localeUpdate) run() error {
	if tag, ok := locale.Parse(u.tag); !ok || tag.String() != u.tag {
		return fmt.Errorf("%q is not a language tag in its usual form, such as de or pt-BR", u.tag)
	}
	dir, err := u.folder()
	if err != nil {
		return err
	}
	u.dir = dir
	content, err := u.playable(u.cmd)
	if err != nil {
		return err
	}
	packs, err := u.packs(content)
	if err != nil {
		return err
	}
	for _, id := range packs {
		if err := u.pack(content, id); err != nil {
			return err
		}
	}
	return nil
}

// packs lists the packs whose locales are to be updated.
func (u *localeUpdate) packs(content *rules.Content) ([]string, error) {
	var here, begun []string
	for _, p := range content.Catalog.Packs() {
		if isFolder(filepath.Join(u.dir, "content", p.ID)) {
			here = append(here, p.ID)
			if len(locale.Files(content.Catalog, p.ID, u.tag)) > 0 {
				begun = append(begun, p.ID)
			}
		}
	}
	for _, id := range u.into {
		if !slices.Contains(here, id) {
			return nil, unknown("unknown pack %q here", id, here)
		}
	}
	switch {
	case len(u.into) > 0:
		return u.into, nil
	case len(begun) > 0 && !u.fresh:
		return begun, nil
	case len(here) == 1:
		return here, nil
	case len(here) == 0:
		return nil, errors.New("there is no pack here; sleight new game ID creates one")
	}
	return nil, fmt.Errorf("which pack? --pack %s", strings.Join(here, ", or "))
}

// pack updates the locale of one pack.
func (u *localeUpdate) pack(content *rules.Content, id string) error {
	files := locale.Files(content.Catalog, id, u.tag)
	if len(files) == 0 {
		return u.begin(content, id)
	}
	if u.fresh {
		return fmt.Errorf("%s already exists; sleight locale update %s adds to it", files[0].Place.File, u.tag)
	}
	for _, l := range files {
		if _, problems := l.Read(); problems.Failed() {
			return problems
		}
	}
	for _, l := range files {
		var err error
		if content, err = u.file(content, id, l.Place.File); err != nil {
			return err
		}
	}
	return nil
}

// file updates one file of a locale, and returns the content after that.
func (u *localeUpdate) file(content *rules.Content, id, name string) (*rules.Content, error) {
	for stale := 0; ; {
		files := locale.Files(content.Catalog, id, u.tag)
		i := slices.IndexFunc(files, func(l *def.Locale) bool { return l.Place.File == name })
		if i < 0 {
			return nil, fmt.Errorf("%s no longer exists", name)
		}
		src, _ := u.Loader.Source(name)
		out := locale.Update(content.Catalog, files[i], src, locale.AssignToFiles(content.Catalog, files, u.units(content, id, files))[i])
		if out.Stale+out.Added > 0 {
			if err := ws.Replace(name, src, out.Text); err != nil {
				return nil, err
			}
			if content, _ = u.Build(); content == nil {
				return nil, fmt.Errorf("%s could not be read again", name)
			}
		}
		if stale += out.Stale; out.Stale == 0 { // otherwise lines have moved
			return content, u.report(name, out.Added, stale, out.Skipped)
		}
	}
}

func (u *localeUpdate) report(name string, added, stale int, skipped []string) error {
	out := u.cmd.OutOrStdout()
	for _, key := range skipped {
		fmt.Fprintf(out, "%s: %s is written on one line, so nothing was added to it\n", name, key)
	}
	switch {
	case added+stale > 0:
		fmt.Fprintf(out, "%s: %s added, %s changed\n", name, counted(added, "text"), counted(stale, "source"))
	case len(skipped) == 0:
		fmt.Fprintf(out, "%s is up to date\n", name)
	}
	return nil
}

// units lists what a locale does not yet contain: of its own pack, of the
// packs whose texts it has begun to translate, and of those requested.
func (u *localeUpdate) units(content *rules.Content, id string, files []*def.Locale) []locale.Unit {
	packs := append(append([]string{id}, u.of...), locale.TranslatedPacks(content.Catalog, files)...)
	slices.Sort(packs)
	scriptTexts := lint.ScriptTexts(content)
	var out []locale.Unit
	for _, p := range slices.Compact(packs) {
		missing, _ := locale.Untranslated(content.Catalog, p, u.tag, scriptTexts[p], locale.Present)
		out = append(out, missing...)
		if u.params {
			out = append(out, locale.UntranslatedParams(content.Catalog, p, u.tag)...)
		}
	}
	if u.engine {
		missing, _ := locale.MissingBuiltIn(content.Catalog, id, u.tag, locale.Present)
		out = append(out, missing...)
	}
	return out
}

// begin creates a locale.
func (u *localeUpdate) begin(content *rules.Content, id string) error {
	own, _ := content.Catalog.Pack(id)
	for _, other := range u.of {
		if !slices.Contains(own.Uses, other) {
			return fmt.Errorf("--of %s: the pack %s does not require it", other, id)
		}
	}
	units := u.units(content, id, nil)
	if len(units) == 0 {
		return fmt.Errorf("the pack %s has no texts to translate; --of PACK takes those of a pack that it requires", id)
	}
	schema, err := newcontent.SchemaOf(u.dir, "locale")
	if err != nil {
		return err
	}
	_, err = writeNew(u.cmd, u.dir, []newcontent.File{
		{Name: path.Join("content", id, "locales", u.tag+".yaml"), Text: locale.New(u.tag, id, units)},
		{Name: "schemas/locale.schema.json", Text: schema, Shared: true},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(u.cmd.OutOrStdout(), "%s to translate\n", counted(len(units), "text"))
	if missing, _ := locale.MissingBuiltIn(content.Catalog, id, u.tag, locale.Present); len(missing) > 0 && !u.engine {
		fmt.Fprintf(u.cmd.OutOrStdout(), "%s of the engine are in English; sleight locale update %s --engine adds them\n", counted(len(missing), "sentence"), u.tag)
	}
	return nil
}
