// Package cli is the command line: one file per command.
//
// It is the top layer. It turns flags into calls and errors into exit codes; it
// knows no game and does no work of its own.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"sleight/runtime/diag"
	"sleight/runtime/diag/render"
	"sleight/runtime/ui/repl"
)

// The exit codes.
const (
	exitOK       = 0
	exitFindings = 1   // the command worked and found problems in the content
	exitFailed   = 2   // it was called with wrong arguments, or could not do its work
	exitStopped  = 130 // it was interrupted, and has reported which results it kept
)

// errFound ends a command that has reported its findings.
var errFound = errors.New("there are findings")

// errReported ends a command that failed and has reported why.
var errReported = errors.New("it could not be done")

// Main runs the command named by the arguments of the process and returns its
// exit code.
func Main() int {
	return RunAlone(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run is Main with the caller's arguments, input and outputs, for a process that
// does other things too: the command leaves the garbage collector as it is. Commands
// that run until interrupted also end with the context.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	return run(ctx, newRoot(&workspace{}), args, in, out, errs)
}

// RunAlone is Run for a process that runs one command at a time and nothing else: the
// command sets how often garbage is collected.
func RunAlone(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	return run(ctx, newRoot(&workspace{alone: true}), args, in, out, errs)
}

func run(ctx context.Context, root *cobra.Command, args []string, in io.Reader, out, errs io.Writer) int {
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	var list diag.List
	var one *diag.Diagnostic
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errFound):
		return exitFindings
	case errors.Is(err, errReported):
		return exitFailed
	case errors.Is(err, errInterrupted):
		return exitStopped
	case errors.As(err, &list):
		_ = render.Write(errs, list, renderOptions(errs))
		return exitFindings
	case errors.As(err, &one):
		_ = render.Write(errs, diag.List{*one}, renderOptions(errs))
		return exitFindings
	}
	fmt.Fprintf(errs, "error: %v\n", err)
	return exitFailed
}

func newRoot(w *workspace) *cobra.Command {
	root := &cobra.Command{
		Use:   "sleight",
		Short: "Dice and card games whose rules are all content",
		Long: `Sleight runs dice and card games whose every rule and every item is content:
YAML describes what a thing is, Lua what it does.

Content ships with the program. Packs of the workspace in the working folder (a
folder with content/, scripts/ and schemas/), and of each --content DIR, replace
packs of the same name. The file sleight.yaml of a workspace lists the enabled
packs; without it, all are enabled.`,
		SilenceUsage: true, SilenceErrors: true,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().StringArrayVar(&w.dirs, "content", nil, "a workspace `DIR` whose packs replace others of the same name; may be repeated")
	root.PersistentFlags().StringArrayVar(&w.packs, "pack", nil, "use only this `PACK` and what it requires, whatever sleight.yaml enables; may be repeated")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newREPL(w), newPlay(w), newStudio(w), newServe(w), newHost(w), newTest(w), newValidate(w), newList(w), newShow(w), newNew(w), newPack(w),
		newLocale(w), newEditor(), newLSP(w), newDAP(), newSim(w), newWorker(), newBalance(w), newFuzz(w), newDiff(w), newReplay(w), newExplain(w), newDocs(), newVersion(),
	)
	return root
}

// colors reports whether an output accepts color codes.
func colors(out io.Writer) bool {
	f, ok := out.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" {
		return false
	}
	_, terminal := repl.TerminalWidth(f)
	return terminal && repl.EscapeCodes(f)
}

// renderOptions returns the options for printing problems to an output.
func renderOptions(out io.Writer) render.Options {
	o := render.Options{Color: colors(out)}
	if f, ok := out.(*os.File); ok {
		o.Width, _ = repl.TerminalWidth(f)
	}
	return o
}

// show prints problems for people.
func show(c *cobra.Command, list diag.List, source func(string) ([]byte, bool)) error {
	o := renderOptions(c.OutOrStdout())
	o.Source = source
	return render.Write(c.OutOrStdout(), list, o)
}
