package cli

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/sleight"
	"sleight/runtime/ui/play"
	"sleight/runtime/ui/repl"
)

// playFlags are the flags of sleight play.
type playFlags struct {
	seed    uint64
	players int
	noWatch bool
	debug   bool
	lang    string
}

func newPlay(w *workspace) *cobra.Command {
	f := &playFlags{}
	c := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play a game in the terminal, by keyboard or mouse",
		Long: `Play a game on the terminal, drawn as a board: every available action has a key, and
unavailable ones say why. Saved files are live at once. h shows the keys. On a
pipe, this is sleight repl.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, strings.Join(args, "")) },
	}
	c.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of all random numbers: the same seed gives the same game")
	c.Flags().IntVar(&f.players, "players", 0, "how many players, taking turns at this terminal (default: as few as the game allows)")
	languageFlag(c, &f.lang)
	profileFlag(c, w)
	debugFlag(c, &f.debug)
	c.Flags().BoolVar(&f.noWatch, "no-watch", false, "do not reload saved files")
	return c
}

func (f *playFlags) run(c *cobra.Command, w *workspace, game string) error {
	in, typed := c.InOrStdin().(*os.File)
	out, seen := c.OutOrStdout().(*os.File)
	if typed && seen {
		_, typed = repl.TerminalWidth(in)
		_, seen = repl.TerminalWidth(out)
	}
	if !typed || !seen {
		return errors.New("play needs a terminal; sleight repl plays on a pipe")
	}
	if !repl.EscapeCodes(out) {
		return errors.New("play needs a terminal that understands escape codes; sleight repl plays line by line")
	}
	lang, err := languageOf(f.lang, true)
	if err != nil {
		return err
	}
	outcomes, end, err := w.start(!f.noWatch)
	if err != nil {
		return err
	}
	defer end()
	s, _, err := w.game(c, game, sleight.SessionOptions{Seed: f.seed, Players: f.players})
	if err != nil {
		return err
	}
	noteLanguage(c, s.Content(), f.lang)
	target, withdraw, err := w.debugTarget(c, f.debug, s.Game().ID())
	if err != nil {
		return err
	}
	defer withdraw()
	o := play.Options{In: in, Out: out, Target: target, Plain: !unicode(), Language: lang, Problems: w.problems(), ProfileFile: w.profileFile, Outcomes: outcomes}
	return play.Run(c.Context(), s, o)
}
