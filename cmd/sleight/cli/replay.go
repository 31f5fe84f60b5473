package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/replay"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
)

func newReplay(w *workspace) *cobra.Command {
	against, asJSON, debugged := "", false, false
	c := &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay the log of a save, and report where the result differs",
		Long: `Replay the log of a save from its seed, and report the first command whose result
differs from when the game was saved. With --against, replay it on two versions of
the content side by side, this one and another, and report the first command that
differs, its result on either side, and the definition that causes the difference.

FILE may also hold commands, as sleight fuzz --save and sleight sim --keep write
them: they are played, and the first that fails is reported.

With --debug-listen, wait until an editor attaches, then play the commands one
after another, and let the editor inspect the game until it detaches.

The exit code is 0 when all results are the same and nothing fails, 1 when
something differs or fails, and 2 when the log cannot be played.`,
		Example: "  sleight replay game.json\n  sleight replay game.json --against HEAD~1\n  sleight replay game.json --against forward,my_luck\n  sleight replay findings/forward-1.txt --debug-listen",
		Args:    exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			if debugged || isCommands(args[0]) {
				if against != "" || asJSON {
					return errors.New("--against and --json compare the log of a save, and cannot be combined with --debug-listen or a file of commands")
				}
				if err := w.replayRecorded(c, args[0], debugged); err != nil {
					return printFailure(c, err)
				}
				return nil
			}
			r, err := w.replay(c, args[0], against)
			if err != nil {
				return printFailure(c, err)
			}
			if asJSON {
				err = writeJSON(c.OutOrStdout(), r)
			} else {
				err = printSafely(c.OutOrStdout(), func(out io.Writer) { printReplay(out, r) })
			}
			if err == nil && r.Difference != nil {
				err = errFound
			}
			return err
		},
	}
	c.Flags().StringVar(&against, "against", "", "compare with other `CONTENT`: a folder, an archive or a git revision in place of the current content, or only the packs with these ids, separated by commas")
	c.Flags().BoolVar(&asJSON, "json", false, "write it as JSON")
	debugFlag(c, &debugged)
	return c
}

// printFailure prints problems and returns the error of a command that has reported
// them; it returns any other error unchanged.
func printFailure(c *cobra.Command, err error) error {
	var list diag.List
	var one *diag.Diagnostic
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = diag.List{*one}
	default:
		return err
	}
	if err := render.Write(c.ErrOrStderr(), list, renderOptions(c.ErrOrStderr())); err != nil {
		return err
	}
	return errReported
}

func (w *workspace) replay(c *cobra.Command, file, against string) (*replay.Report, error) {
	saved, err := readSave(file)
	if err != nil {
		return nil, err
	}
	content, err := w.playable(c, saved.Game)
	if err != nil {
		return nil, err
	}
	if why := content.Blocked(saved.Game); len(why) > 0 {
		return nil, why
	}
	here := replay.Side{Name: "here", Content: content}
	if against == "" {
		r, problem := replay.On(saved, here)
		return r, orNil(problem)
	}
	other, err := w.buildAgainst(against, saved.Game)
	if err != nil {
		return nil, err
	}
	before, after := here, replay.Side{Name: "with " + against, Content: other}
	if g, ok := other.Game(saved.Game); ok && g.Digest() == saved.Content {
		before, after = after, before // the game was played with the other content
	}
	r, problem := replay.Between(saved, before, after)
	return r, orNil(problem)
}

func readSave(file string) (*save.File, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, noPathError("replay", file, "file")
	}
	defer in.Close()
	saved, problem := save.Read(in, filepath.ToSlash(file))
	if problem != nil {
		return nil, problem
	}
	return saved, nil
}

// orNil prevents a nil problem from becoming a non-nil error.
func orNil(problem *diag.Diagnostic) error {
	if problem == nil {
		return nil
	}
	return problem
}

// buildAgainst builds the content that --against names, for a game.
func (w *workspace) buildAgainst(name, game string) (*rules.Content, error) {
	found, ids := w.Loader.Found(), strings.Split(name, ",")
	strange := slices.IndexFunc(ids, func(id string) bool { return !slices.Contains(found, id) })
	if _, err := os.Stat(name); err != nil && strange < 0 {
		other := &workspace{alone: w.alone, dirs: w.dirs, packs: ids}
		if err := other.open(); err != nil {
			return nil, err
		}
		return buildGame(other.Workspace, game)
	}
	content, err := w.buildOld("--against", name, game)
	var problems diag.List
	if err != nil && !errors.As(err, &problems) {
		if _, near := diag.Nearest(ids[max(0, strange)], found); near || len(ids) > 1 {
			return nil, unknown("--against: unknown pack %q", ids[max(0, strange)], found)
		}
	}
	return content, err
}

// printSafely prints text without control sequences: a save may come from
// anyone.
func printSafely(out io.Writer, write func(io.Writer)) error {
	var b strings.Builder
	write(&b)
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(out, render.Safe(strings.TrimSuffix(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

func printReplay(out io.Writer, r *replay.Report) {
	d := r.Difference
	if d == nil {
		fmt.Fprintf(out, "%s: %s from seed %d give the same result\n", r.Game, counted(r.Commands, "command"), r.Seed)
		printOther(out, r)
		return
	}
	switch d.Command {
	case 0:
		fmt.Fprintf(out, "%s: the start differs\n", r.Game)
	case r.Commands + 1:
		fmt.Fprintf(out, "%s: all %s give the same results, but the end differs\n", r.Game, counted(r.Commands, "command"))
	default:
		fmt.Fprintf(out, "%s: command %d of %d differs: %s\n", r.Game, d.Command, r.Commands, cut(d.Text))
	}
	printOutcome(out, d.Before)
	printOutcome(out, d.After)
	for i, c := range d.Causes {
		printCause(out, c, i)
	}
	printOther(out, r)
}

func printOther(out io.Writer, r *replay.Report) {
	if len(r.Other) > 0 {
		fmt.Fprintf(out, "\nSince the game was saved:\n")
	}
	for _, text := range r.Other {
		fmt.Fprintf(out, "  %s\n", text)
	}
}

// maxChanges is how many changes of an outcome are printed.
const maxChanges = 8

func printOutcome(out io.Writer, o replay.Outcome) {
	if o.Unknown {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", strings.ToUpper(o.On[:1])+o.On[1:])
	switch {
	case o.Refusal != "":
		fmt.Fprintf(out, "  refused: %s\n", o.Refusal)
	case o.Problem != nil:
		fmt.Fprintf(out, "  failed: %s\n    %s\n", o.Problem.Message, o.Problem.Place)
	case len(o.Changes) == 0:
		fmt.Fprintln(out, "  nothing")
	}
	for i, c := range o.Changes {
		if i == maxChanges {
			fmt.Fprintf(out, "  and %d more\n", len(o.Changes)-i)
			break
		}
		fmt.Fprintf(out, "  %s: %s\n", strings.TrimPrefix(c.About, "_"), became(c))
		if c.Place != nil {
			fmt.Fprintf(out, "    by %s, %s\n", c.Definition, c.Place)
		}
	}
}

func became(c replay.Change) string {
	if c.From == "" {
		return cut(c.To)
	}
	return cut(c.From) + " → " + cut(c.To)
}

func printCause(out io.Writer, c replay.Cause, i int) {
	switch {
	case i > 0:
	case c.Possible:
		fmt.Fprintln(out, "\nPossible cause:")
	default:
		fmt.Fprintln(out, "\nCause:")
	}
	name := c.Definition
	if c.Pack != "" {
		name += ", " + packVersion(c.Pack, c.Version)
	}
	switch {
	case c.Gone:
		name += " (removed)"
	case c.New:
		name += " (new)"
	}
	fmt.Fprintf(out, "  %s\n", name)
	if len(c.Values) == 0 && !c.Place.IsZero() {
		fmt.Fprintf(out, "    %s\n", c.Place)
	}
	for i, v := range c.Values {
		if i == maxChanges {
			fmt.Fprintf(out, "    and %d more\n", len(c.Values)-i)
			break
		}
		pack := ""
		if v.Pack != c.Pack {
			pack = " by " + packVersion(v.Pack, v.Version)
		}
		fmt.Fprintf(out, "    %s: %s%s\n      %s\n", v.Path, valueWords(v), pack, v.Place)
		if v.Text != "" {
			fmt.Fprintf(out, "      (%s)\n", v.Text)
		}
	}
}

func valueWords(v replay.Value) string {
	switch {
	case strings.HasPrefix(v.Path, "hooks.") && v.Before == "":
		return v.After
	case v.Before == "":
		return cut(v.After) + " (new)"
	case v.After == "":
		return "removed (was " + cut(v.Before) + ")"
	}
	return cut(v.Before) + " → " + cut(v.After)
}
