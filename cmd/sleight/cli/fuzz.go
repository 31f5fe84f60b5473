package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/sim/fuzz"
)

// fuzzFlags are the flags of sleight fuzz.
type fuzzFlags struct {
	options fuzz.FuzzOptions
	save    string
	test    string
}

func newFuzz(w *workspace) *cobra.Command {
	f := &fuzzFlags{}
	c := &cobra.Command{
		Use:   "fuzz [GAME]",
		Short: "Play a game badly, and report what breaks",
		Long: `Play a game in unusual ways: at random, always with the same command, the worst one
or the one used least so far, with commands that make no sense, and with items in
play that would rarely come up. Each failure is reported once, with the shortest
way to it: hooks that fail, games that get stuck or never end, and undo, replay or
saves that lead to a different state. The exit code is 1 when anything fails.

--save writes each finding as commands that sleight repl reads, and as a saved game
that ends just before the failing command; --test as content tests that fail until
the problem is fixed.`,
		Example: `  sleight fuzz forward -n 2000
  sleight fuzz forward --save findings
  sleight fuzz forward --test content/forward/scenarios/found.yaml`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, strings.Join(args, "")) },
	}
	c.Flags().IntVarP(&f.options.Games, "games", "n", 500, "how many games")
	c.Flags().Uint64Var(&f.options.Seed, "seed", 1, "the seed of all random numbers")
	c.Flags().IntVar(&f.options.Workers, "workers", 0, "how many games to play at a time (default: one per processor)")
	c.Flags().IntVar(&f.options.Players, "players", 0, "how many players (default: as few as the game allows)")
	c.Flags().StringVar(&f.save, "save", "", "write each finding into the folder `DIR`, as commands to play again and as a saved game")
	c.Flags().StringVar(&f.test, "test", "", "write the findings into `FILE`.yaml, as content tests")
	return c
}

func (f *fuzzFlags) run(c *cobra.Command, w *workspace, name string) error {
	if f.options.Games < 1 {
		return fmt.Errorf("-n must be at least 1")
	}
	if err := atMostWorkers(f.options.Workers); err != nil {
		return err
	}
	id := strings.TrimSuffix(filepath.Base(f.test), ".yaml")
	if f.test != "" && (!strings.HasSuffix(f.test, ".yaml") || !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(id)) {
		return fmt.Errorf("--test %s: expected a file name of lower-case letters, digits and _ that ends in .yaml", f.test)
	}
	content, err := w.playable(c, optional(name)...)
	if err != nil {
		return err
	}
	game, _, err := choose(content, name, f.options.Players)
	if err != nil {
		return err
	}
	f.options.Game = game
	ctx, stop := interruptible(c)
	defer stop()
	played := 0
	progress, finish := watchProgress(c.ErrOrStderr(), f.options.Games)
	f.options.Progress = func(done int) {
		played = done
		if progress != nil {
			progress(done)
		}
	}
	findings, err := fuzz.Fuzz(ctx, content, f.options)
	finish()
	if err != nil {
		return err
	}
	if err := f.report(c, w, content, id, findings, played); err != nil {
		return err
	}
	if ctx.Err() != nil && played < f.options.Games {
		fmt.Fprintf(c.ErrOrStderr(), "interrupted after %d of %d games\n", played, f.options.Games)
		return errInterrupted
	}
	if len(findings) > 0 {
		return errFound
	}
	return nil
}

// report shows the findings and writes the requested files.
func (f *fuzzFlags) report(c *cobra.Command, w *workspace, content *rules.Content, id string, findings []fuzz.Finding, played int) error {
	var list diag.List
	for i := range findings {
		list = append(list, findings[i].Diagnostic())
	}
	out := c.OutOrStdout()
	if len(list) == 0 {
		fmt.Fprintf(out, "%s: nothing found in %s\n", f.options.Game, counted(played, "game"))
		return nil
	}
	if err := show(c, list, w.Loader.Source); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s: %s in %s\n", f.options.Game, counted(len(findings), "finding"), counted(played, "game"))
	if f.save != "" {
		if err := (safefile.Disk{}).MkdirAll(f.save, 0o777); err != nil {
			return fmt.Errorf("--save: %w", err)
		}
		for i := range findings {
			name := filepath.Join(f.save, fmt.Sprintf("%s-%d.txt", f.options.Game, i+1))
			if err := safefile.Overwrite(safefile.Disk{}, name, safefile.Bytes([]byte(findings[i].Replay()))); err != nil {
				return fmt.Errorf("--save: %w", err)
			}
			fmt.Fprintf(out, "written: %s\n", filepath.ToSlash(name))
			if err := saveFinding(out, strings.TrimSuffix(name, ".txt")+".json", findings[i].Session(content)); err != nil {
				return err
			}
		}
	}
	if f.test != "" {
		if err := safefile.Overwrite(safefile.Disk{}, f.test, safefile.Bytes([]byte(fuzz.Scenario(id, findings)))); err != nil {
			return fmt.Errorf("--test: %w", err)
		}
		fmt.Fprintf(out, "written: %s\n", filepath.ToSlash(f.test))
	}
	return nil
}

// saveFinding saves the game of a finding, if it could begin.
func saveFinding(out io.Writer, file string, s *session.Session) error {
	if s == nil {
		return nil
	}
	if err := safefile.Write(safefile.Disk{}, file, 0o600, s.Save); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	fmt.Fprintf(out, "written: %s\n", filepath.ToSlash(file))
	return nil
}
