package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sleight/runtime/content/safefile"
	"sleight/runtime/sim"
	"sleight/runtime/sim/chart"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/profiler"
	"sleight/runtime/ui/repl"
)

// output holds the format and destination of an answer.
type output struct {
	json, csv bool
	file, by  string
	// where, if not nil, is drawn as a flame graph in HTML.
	where *profiler.Frame
}

func (o *output) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	f.BoolVar(&o.csv, "csv", false, "write comma-separated values")
	f.StringVar(&o.file, "out", "", "write to `FILE`, in the format given by its extension: .html, .json, .csv, .txt")
	f.StringVar(&o.by, "by", "", "the `METRIC` that charts show and order by, or win_rate")
}

// formats maps file name suffixes to formats.
var formats = []string{".html", ".json", ".csv", ".txt"}

// check rejects flags that cannot be obeyed, before any game is played.
func (o *output) check() error {
	if o.json && o.csv {
		return errors.New("--json and --csv are different formats: choose one")
	}
	return writable("--out", o.file)
}

// writable returns an error if the folder of the file in a flag does not exist.
func writable(flag, file string) error {
	if file == "" {
		return nil
	}
	if dir := filepath.Dir(file); !isFolder(dir) {
		return noPathError(flag, dir, "folder")
	}
	return nil
}

// format returns the output format.
func (o *output) format() (string, error) {
	switch ext := strings.ToLower(filepath.Ext(o.file)); {
	case o.json:
		return ".json", nil
	case o.csv:
		return ".csv", nil
	case o.file == "":
		return ".txt", nil
	case slices.Contains(formats, ext):
		return ext, nil
	}
	return "", fmt.Errorf("--out %s: the format is unknown; use a name that ends in one of %s", o.file, strings.Join(formats, ", "))
}

// write writes an answer.
func (o *output) write(c *cobra.Command, a *experiment.Answer) error {
	format, err := o.formatOf(a.Metrics)
	if err != nil {
		return err
	}
	return o.open(c, func(w io.Writer) error {
		switch format {
		case ".json":
			return chart.JSON(w, a, o.by)
		case ".csv":
			return chart.CSV(w, a)
		case ".html":
			return chart.HTML(w, a, o.by, o.where)
		}
		options := chart.Options{ASCII: !unicode(), By: o.by}
		if f, ok := w.(*os.File); ok {
			options.Width, _ = repl.TerminalWidth(f)
		}
		return chart.Text(w, a, options)
	})
}

// formatOf returns the output format for an answer with these metrics, and rejects
// --by with another.
func (o *output) formatOf(metrics []sim.Metric) (string, error) {
	names := []string{experiment.WinRate}
	for _, m := range metrics {
		names = append(names, m.Name)
	}
	if o.by != "" && !slices.Contains(names, o.by) {
		return "", unknown("--by: unknown metric %q", o.by, names)
	}
	return o.format()
}

// writePart writes counts that can be merged.
func (o *output) writePart(c *cobra.Command, p *experiment.Part) error {
	return o.open(c, p.Write)
}

// open opens the output file, or returns the standard output.
func (o *output) open(c *cobra.Command, write func(io.Writer) error) error {
	if o.file == "" {
		return write(c.OutOrStdout())
	}
	if err := safefile.Overwrite(safefile.Disk{}, o.file, write); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// patience is the time before the first report of progress, and between two reports,
// where the output is not a terminal.
const patience = 30 * time.Second

// watchProgress shows the number of finished games on a terminal, and in a file or pipe
// reports it from time to time.
func watchProgress(w io.Writer, n int) (progress func(done int), finish func()) {
	f, ok := w.(*os.File)
	if !ok {
		return nil, func() {}
	}
	width, terminal := repl.TerminalWidth(f)
	if !terminal {
		clock := time.NewTicker(patience)
		progress, end := reportProgress(w, n, clock.C)
		return progress, func() { clock.Stop(); end() }
	}
	bar := progressbar.NewOptions(n,
		progressbar.OptionSetWriter(f), progressbar.OptionSetWidth(max(10, min(40, width-50))),
		progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("games"),
		progressbar.OptionClearOnFinish(), progressbar.OptionUseANSICodes(true))
	_ = bar.RenderBlank() // the first game may take a long time
	return func(done int) { _ = bar.Set(done) }, func() { _ = bar.Clear() }
}

// ofVariants turns the progress of all games into that of the games of one variant: an
// experiment plays each of them with all variants. It returns nil for nil.
func ofVariants(variants int, progress func(done int)) func(done int) {
	if progress == nil {
		return nil
	}
	return func(done int) { progress(done * variants) }
}

// reportProgress writes a line with the number of finished games at every tick, until
// finish is called.
func reportProgress(w io.Writer, n int, ticks <-chan time.Time) (progress func(done int), finish func()) {
	var played atomic.Int64
	var writer sync.WaitGroup
	end := make(chan struct{})
	writer.Go(func() {
		for {
			select {
			case <-end:
				return
			case <-ticks:
				fmt.Fprintf(w, "%d of %s so far\n", played.Load(), counted(n, "game"))
			}
		}
	})
	return func(done int) { played.Store(int64(done)) }, func() { close(end); writer.Wait() }
}
