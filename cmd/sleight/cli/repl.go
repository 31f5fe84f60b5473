package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/sleight"
	ws "sleight/runtime/sleight/workspace"
	"sleight/runtime/ui/repl"
)

// replFlags are the flags of sleight repl.
type replFlags struct {
	seed    uint64
	players int
	strict  bool
	noWatch bool
	echo    bool
	curtain bool
	debug   bool
	lang    string
}

func newREPL(w *workspace) *cobra.Command {
	f := &replFlags{}
	c := &cobra.Command{
		Use:   "repl [GAME]",
		Short: "Play, inspect and change a game while its content is edited",
		Long: `Play, inspect and change a game at a prompt, while its content is edited: saved
files are live at once. On a pipe, commands are read line by line and answers
are plain text. help lists the commands.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, strings.Join(args, "")) },
	}
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of all random numbers: the same seed gives the same game")
	c.Flags().IntVar(&f.players, "players", 0, "how many players (default: as few as the game allows)")
	c.Flags().BoolVar(&f.strict, "strict", false, "exit with code 1 if any line was refused, unknown or failed")
	c.Flags().BoolVar(&f.noWatch, "no-watch", false, "do not reload saved files")
	c.Flags().BoolVar(&f.curtain, "curtain", false, "at a shared screen, show nothing between turns, and then only what the next player may know")
	languageFlag(c, &f.lang)
	profileFlag(c, w)
	debugFlag(c, &f.debug)
	c.Flags().BoolVar(&f.echo, "echo", false, "on a pipe, print each line before its answer")
	return c
}

func (f *replFlags) run(c *cobra.Command, w *workspace, game string) error {
	outcomes, end, err := w.start(!f.noWatch)
	if err != nil {
		return err
	}
	defer end()
	s, hint, err := w.game(c, game, sleight.SessionOptions{Seed: f.seed, Players: f.players})
	if err != nil {
		return err
	}
	o := f.options(c, w)
	if o.Language, err = languageOf(f.lang, o.Interactive); err != nil {
		return err
	}
	noteLanguage(c, s.Content(), f.lang)
	o.Rebuild = w.Refresh
	if len(w.Folders()) == 0 {
		o.Rebuild = nil
	}
	o.Outcomes, o.ProfileFile = outcomes, w.profileFile
	target, withdraw, err := w.debugTarget(c, f.debug, s.Game().ID())
	if err != nil {
		return err
	}
	defer withdraw()
	o.Target = target
	_ = safefile.Clean(safefile.Disk{}, ".") // temporary files left by a killed process
	return f.interact(c, repl.New(s, w.problems(), o), hint)
}

// options detects the properties of the terminal.
func (f *replFlags) options(c *cobra.Command, w *workspace) repl.Options {
	o := repl.Options{Out: c.OutOrStdout(), Seed: f.seed, Players: f.players, Source: w.Loader.Source, Curtain: f.curtain}
	o.Color = colors(o.Out)
	out, toFile := o.Out.(*os.File)
	in, fromFile := c.InOrStdin().(*os.File)
	if !toFile || !fromFile {
		return o
	}
	if _, typed := repl.TerminalWidth(in); typed {
		if width, seen := repl.TerminalWidth(out); seen {
			o.Interactive, o.Width, o.ASCII = true, width, !unicode()
		}
	}
	return o
}

// unicode reports whether the terminal is set up for more than ASCII.
func unicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if set := strings.ToLower(os.Getenv(name)); set != "" {
			return strings.Contains(set, "utf-8") || strings.Contains(set, "utf8")
		}
	}
	return true
}

func (f *replFlags) interact(c *cobra.Command, r *repl.REPL, hint string) error {
	if hint != "" {
		fmt.Fprintln(r.Out, hint)
	}
	r.Greet()
	var err error
	if out, ok := c.OutOrStdout().(*os.File); ok && r.Interactive && repl.EscapeCodes(out) {
		err = r.RunInteractive(history())
	} else {
		err = r.RunLines(c.InOrStdin(), f.echo)
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case f.strict && r.Failed():
		return errFound
	}
	return nil
}

// history returns the history file: in a workspace if there is one.
func history() string {
	if isFolder("content") {
		return filepath.Join(".sleight", "history")
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "sleight", "history")
}

// shippedRank is 1 for a game that ships with the program, otherwise 0.
func shippedRank(g *rules.Game) int {
	if strings.HasPrefix(g.Definition.Place.File, ws.Embedded+"/") {
		return 1
	}
	return 0
}

// whyBlocked returns why a game cannot be played; without a name, why any game cannot,
// since that may be the intended one. others are the games that can be played.
func whyBlocked(c *rules.Content, named string, others []string) (why diag.List) {
	games := c.BlockedGames()
	if named != "" && len(c.Blocked(named)) > 0 {
		games = []string{named}
	} else if named != "" {
		return nil
	}
	if len(games) == 0 {
		return nil
	}
	for _, id := range games {
		why = append(why, c.Blocked(id)...)
	}
	why.Sort()
	d := diag.New("pack/excluded", diag.Place{}, "%s cannot be played because of these errors in packs", strings.Join(games, ", ")).
		WithHint("sleight pack settle decides conflicts, sleight pack disable PACK disables a pack; playable games: %s", strings.Join(others, ", "))
	d.Severity = diag.Error
	return append(why, d)
}

// choose picks the game to play: the named one, otherwise the first of the
// workspace, or of the embedded ones, with a hint on how to choose if there are
// others. It rejects a number of players that the game does not allow; 0 means
// the default. If the game is blocked, the error is a diag.List.
func choose(c *rules.Content, named string, players int) (game, hint string, err error) {
	all := c.Games()
	slices.SortStableFunc(all, func(a, b *rules.Game) int { return cmp.Compare(shippedRank(a), shippedRank(b)) })
	var ids []string
	for _, g := range all {
		ids = append(ids, g.ID())
	}
	if why := whyBlocked(c, named, ids); len(why) > 0 {
		return "", "", why
	}
	i := 0
	switch {
	case named != "":
		if i = slices.Index(ids, named); i < 0 {
			return "", "", unknown("unknown game %q", named, ids)
		}
	case len(all) == 0:
		return "", "", errors.New("the content contains no game")
	case len(all) > 1:
		hint = "Games: " + strings.Join(ids, ", ") + ". sleight repl GAME chooses."
	}
	if g := all[i]; players != 0 && (players < g.MinPlayers || players > g.MaxPlayers) {
		return "", "", fmt.Errorf("%s is for %s, not %d", g.ID(), g.Seats(), players)
	}
	return ids[i], hint, nil
}
