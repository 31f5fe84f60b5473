package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/diag/filter"
	"sleight/runtime/diag/render"
	"sleight/runtime/game/rules"
	"sleight/runtime/reload"
	"sleight/runtime/sim/fuzz"
	ws "sleight/runtime/sleight/workspace"
)

// validateFlags are the flags of sleight validate.
type validateFlags struct {
	format, output       string
	severity             string
	choose, ignore       []string
	baseline             string
	writeBaseline, watch bool
	fix, diff            bool
	stats, play          bool
}

func newValidate(w *workspace) *cobra.Command {
	f := &validateFlags{}
	c := &cobra.Command{
		Use:   "validate [PATH…]",
		Short: "Check content, optionally by playing it",
		Long: `Check content: every file, definition, reference and script; with --run also by
playing every game at random, so that what fails only in play is reported with the
commands that lead to it.
A PATH is a workspace, a pack, an archive (.zip), or a file or folder in one of
these; without any, all content is checked.

The exit code is 0 when nothing was found, 1 when something was, and 2 when the
command could not do its work. A warning or notice can be ignored where it is,
by a comment at the end of its line or above it:

  speed: 90  # sleight:ignore content/param-range because it is a boss

` + formatTable(),
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, args) },
	}
	c.Flags().StringVar(&f.format, "format", "human", "the `FORMAT` of the findings")
	c.Flags().StringVar(&f.output, "output", "", "write the findings to `FILE`, and a summary to the terminal")
	c.Flags().StringVar(&f.severity, "severity", "warning", "lowest `SEVERITY` that counts: notice, warning or error")
	c.Flags().StringSliceVar(&f.choose, "select", nil, "check only these `CODES`; content means all of content/…")
	c.Flags().StringSliceVar(&f.ignore, "ignore", nil, "do not check these `CODES`")
	c.Flags().StringVar(&f.baseline, "baseline", "", "ignore findings that are in `FILE`")
	c.Flags().BoolVar(&f.writeBaseline, "write-baseline", false, "write the findings into the baseline")
	c.Flags().BoolVar(&f.fix, "fix", false, "apply the safe fixes, and report what is left")
	c.Flags().BoolVar(&f.diff, "diff", false, "show the safe fixes without applying them")
	c.Flags().BoolVar(&f.watch, "watch", false, "check again whenever a file is saved, until interrupted")
	c.Flags().BoolVar(&f.play, "run", false, "play every game at random as well")
	c.Flags().BoolVar(&f.stats, "stats", false, "report what was checked and how long it took")
	return c
}

func formatTable() string {
	var b strings.Builder
	b.WriteString("Formats:\n")
	for _, f := range render.Formats() {
		fmt.Fprintf(&b, "  %-8s %s\n", f.Name, f.Doc)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// run checks the flags and runs the command.
func (f *validateFlags) run(c *cobra.Command, w *workspace, paths []string) error {
	format, ok := render.FormatNamed(f.format)
	if !ok {
		return unknown("unknown format %q", f.format, render.FormatNames())
	}
	v := &validation{flags: f, workspace: w, format: format, out: c.OutOrStdout(), errs: c.ErrOrStderr()}
	if err := f.rules(&v.rules); err != nil {
		return err
	}
	if err := v.open(paths); err != nil {
		return err
	}
	w.AroundFirstBuild = nil // checking makes as much garbage as loading
	defer w.collectLater()()
	switch {
	case f.fix && f.diff || f.watch && (f.fix || f.diff):
		return errors.New("--fix, --diff and --watch exclude one another")
	case f.watch:
		return v.follow(c)
	case f.fix || f.diff:
		return v.applyFixes(c.Context())
	}
	ctx, stop := interruptible(c)
	defer stop()
	w.CheckOnly = !f.play
	return v.checkOnce(ctx)
}

// rules converts flags to filter rules.
func (f *validateFlags) rules(r *filter.Rules) error {
	severities := []string{diag.Notice.String(), diag.Warning.String(), diag.Error.String()}
	least := slices.Index(severities, f.severity)
	if least < 0 {
		return unknown("unknown severity %q", f.severity, severities)
	}
	for _, code := range slices.Concat(f.choose, f.ignore) {
		if !slices.Contains(filter.Names(), code) {
			return unknown("unknown code %q", code, filter.Names())
		}
	}
	*r = filter.Rules{MinSeverity: diag.Severity(least), Select: f.choose, Ignore: f.ignore}
	switch {
	case f.writeBaseline && f.baseline == "":
		return errors.New("--write-baseline needs --baseline FILE")
	case f.baseline == "" || f.writeBaseline:
		return nil
	}
	file, err := os.Open(f.baseline)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; --write-baseline makes it", noPathError("--baseline", f.baseline, "file"))
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if r.Baseline, err = filter.ReadBaseline(file); err != nil {
		return fmt.Errorf("%s: %w", f.baseline, err)
	}
	return nil
}

// validation is one run of sleight validate.
type validation struct {
	flags     *validateFlags
	workspace *workspace
	format    render.Format
	rules     filter.Rules
	out, errs io.Writer
	// saved lists the files that were saved since the last check; if it is empty, any
	// may have been.
	saved reload.FileChange
}

// open finds what the paths name.
func (v *validation) open(paths []string) error {
	if len(paths) == 0 {
		return v.workspace.open()
	}
	targets, err := v.workspace.openTargets(paths)
	v.rules.Within = func(file string) bool {
		return slices.ContainsFunc(targets, func(t *ws.Target) bool { return t.Has(file) })
	}
	return err
}

// check checks everything.
func (v *validation) check(ctx context.Context) (*render.Findings, filter.Result, *rules.Content) {
	found := &render.Findings{Version: strings.Join(build(), " "), Began: time.Now()}
	r := v.workspace.Isolate(v.saved)
	content, problems := r.Content, slices.Clone(r.Problems)
	if content != nil {
		problems = append(problems, v.workspace.Lint(content)...)
	}
	if r.Problems.Failed() {
		problems = append(problems, v.workspace.LintIntact(problems)...)
	}
	if content != nil {
		problems = append(problems, contenttest.CheckNames(content)...)
		if v.flags.play {
			problems = append(problems, fuzz.Run(ctx, content, fuzz.Options{Seed: 1})...)
		}
	}
	loader := v.workspace.Loader
	v.rules.Complete = content != nil && !r.Isolated()
	verdict := v.rules.Apply(problems, loader.Files(), loader.Source)
	found.Problems, found.Source, found.Took = verdict.Reported, loader.Source, time.Since(found.Began)
	found.Files = slices.DeleteFunc(loader.Files(), func(name string) bool { return !v.isRequested(name) })
	return found, verdict, content
}

// isRequested reports whether a file was requested.
func (v *validation) isRequested(file string) bool {
	return v.rules.Within == nil || v.rules.Within(file)
}

// checkOnce checks everything once and reports the findings.
func (v *validation) checkOnce(ctx context.Context) error {
	found, verdict, content := v.check(ctx)
	if v.flags.writeBaseline {
		if ctx.Err() != nil {
			fmt.Fprintln(v.errs, "interrupted: the baseline was not written")
			return errInterrupted
		}
		return v.writeBaseline(found)
	}
	if err := v.write(found); err != nil {
		return err
	}
	if err := v.summarize(found, verdict, content); err != nil {
		return err
	}
	if ctx.Err() != nil && v.flags.play && !v.flags.watch {
		fmt.Fprintln(v.errs, "interrupted: the games were not all played")
		return errInterrupted
	}
	if len(found.Problems) > 0 {
		return errFound
	}
	return nil
}

// write prints the findings, or writes them to the named file.
func (v *validation) write(found *render.Findings) error {
	if v.flags.output == "" {
		found.Color = colors(v.out)
		return v.format.Write(v.out, found)
	}
	var text bytes.Buffer
	if err := v.format.Write(&text, found); err != nil {
		return err
	}
	if err := safefile.Overwrite(safefile.Disk{}, v.flags.output, safefile.Bytes(text.Bytes())); err != nil {
		return err
	}
	_, err := fmt.Fprintf(v.out, "%s: %s\n", v.flags.output, render.Summary(found.Problems))
	return err
}

// writeBaseline writes the baseline.
func (v *validation) writeBaseline(found *render.Findings) error {
	var text bytes.Buffer
	if err := filter.NewBaseline(found.Problems, found.Source).Write(&text); err != nil {
		return err
	}
	if err := safefile.Overwrite(safefile.Disk{}, v.flags.baseline, safefile.Bytes(text.Bytes())); err != nil {
		return err
	}
	_, err := fmt.Fprintf(v.out, "%s lists %s\n", v.flags.baseline, counted(len(found.Problems), "problem"))
	return err
}
