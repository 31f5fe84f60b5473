package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/sim/fuzz"
)

// isCommands reports whether a file holds commands instead of a save.
func isCommands(file string) bool { return filepath.Ext(file) == ".txt" }

// recorded is a game that was played: a save, or commands.
type recorded struct {
	game     string
	options  session.Options
	commands []string
	save     *save.File // nil for commands
}

func readRecorded(file string) (recorded, error) {
	if !isCommands(file) {
		s, err := readSave(file)
		if err != nil {
			return recorded{}, err
		}
		return recorded{s.Game, session.Options{Seed: s.Seed, Players: s.Players, Profile: s.Profile}, s.Commands, s}, nil
	}
	in, err := os.Open(file)
	if err != nil {
		return recorded{}, noPathError("replay", file, "file")
	}
	defer in.Close()
	x := fuzz.Finding{Seed: 1}
	if err := x.Read(in); err != nil {
		return recorded{}, fmt.Errorf("%s cannot be read: %w", file, err)
	}
	if x.Game == "" {
		return recorded{}, fmt.Errorf("%s does not say which game its commands are for: expected a line such as # sleight repl GAME --seed 1", file)
	}
	return recorded{x.Game, session.Options{Seed: x.Seed, Players: x.Players}, x.Commands, nil}, nil
}

// replayRecorded plays a recorded game, and reports the first command that fails. An
// editor may debug it.
func (w *workspace) replayRecorded(c *cobra.Command, file string, debugged bool) error {
	r, err := readRecorded(file)
	if err != nil {
		return err
	}
	content, err := w.playable(c, r.game)
	if err != nil {
		return err
	}
	if why := content.Blocked(r.game); len(why) > 0 {
		return why
	}
	g, ok := content.Game(r.game)
	if !ok {
		return fmt.Errorf("unknown game %q", r.game)
	}
	ctx, stop := interruptible(c)
	defer stop()
	var target *debug.Target
	if debugged {
		sample, problem := session.New(content, r.game, r.options)
		if problem != nil {
			return problem
		}
		t, end, err := w.awaitEditor(ctx, c, sample)
		if err != nil {
			return err
		}
		defer end()
		target, r.options.Probe = t, t.Probe()
	}
	if r.save != nil {
		names := r.save.Renames(g)
		for i, text := range r.commands {
			r.commands[i] = names.Command(text)
		}
	}
	err = r.play(ctx, c, w, content, target)
	if target.Joined() && ctx.Err() == nil {
		fmt.Fprintln(c.ErrOrStderr(), "The game waits until the editor detaches.")
		target.AwaitLeaving(ctx)
	}
	return err
}

// play carries out the commands.
func (r *recorded) play(ctx context.Context, c *cobra.Command, w *workspace, content *rules.Content, target *debug.Target) error {
	out := c.OutOrStdout()
	s, problem := session.New(content, r.game, r.options)
	if problem != nil {
		fmt.Fprintf(out, "%s: the start fails\n", r.game)
		return errors.Join(show(c, diag.List{*problem}, w.Loader.Source), errFound)
	}
	target.Play(s, nil)
	for i, text := range r.commands {
		if ctx.Err() != nil {
			fmt.Fprintf(c.ErrOrStderr(), "interrupted after %d of %s\n", i, counted(len(r.commands), "command"))
			return errInterrupted
		}
		result := s.Run(text)
		if result.OK() {
			continue
		}
		words := "fails"
		if result.Refusal != nil {
			words = "is refused: " + result.Refusal.String()
		}
		fmt.Fprintf(out, "%s: command %d of %d, %s, %s\n", r.game, i+1, len(r.commands), render.Safe(cut(text)), render.Safe(words))
		if result.Problem != nil {
			err := show(c, diag.List{*result.Problem}, w.Loader.Source)
			return errors.Join(err, errFound)
		}
		return errFound
	}
	fmt.Fprintf(out, "%s: %s from seed %d, and none fails\n", r.game, counted(len(r.commands), "command"), s.State().Seed)
	return nil
}
