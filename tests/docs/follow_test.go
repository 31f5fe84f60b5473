package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// follow does what a document says, in order, in a workspace of its own:
//
//   - a block with title=PATH is written to that file;
//   - a block with line=PATH holds a line that takes the place of the one in that
//     file which has the same key;
//   - a console block holds commands after "$ " and what they print; with live,
//     the first starts a REPL, and lines after its prompts are typed into it;
//     with saved, it begins with what the REPL says of the files just written;
//   - a sh block holds commands that must succeed where nothing has been
//     changed yet, whatever they print.
//
// What is printed must be what the block shows.
func follow(t *testing.T, file string) {
	d := read(t, file)
	w := newWorkspace(t)
	for _, p := range d.pieces {
		switch {
		case p.options["title"] != "":
			w.write(p.options["title"], strings.Join(p.lines, "\n")+"\n")
		case p.options["line"] != "":
			w.replace(p.options["line"], p.lines)
		case p.language == "console":
			w.converse(p)
		case p.language == "sh":
			newWorkspace(t).carryOut(p)
		}
	}
	compare(t, file, d.text())
}

// replace puts each line in the place of the one with the same key.
func (w *workspace) replace(name string, with []string) {
	w.t.Helper()
	file := filepath.Join(w.folder, filepath.FromSlash(name))
	text, err := os.ReadFile(file)
	if err != nil {
		w.t.Fatal(err)
	}
	all := strings.Split(string(text), "\n")
	for _, line := range with {
		key, _, _ := strings.Cut(line, ":")
		same := func(other string) bool { return strings.HasPrefix(other, key+":") }
		i := slices.IndexFunc(all, same)
		if i < 0 {
			w.t.Fatalf("%s has no line that begins with %q", name, key)
		}
		all[i] = line
	}
	w.write(name, strings.Join(all, "\n"))
}

// converse runs the commands of a block and puts what came into it.
func (w *workspace) converse(p *piece) {
	w.t.Helper()
	_, running := p.options["live"]
	all := p.exchanges()
	p.lines = nil
	if _, saved := p.options["saved"]; saved {
		p.lines = w.live.say("wait reload")
	}
	for i := range all {
		e := &all[i]
		switch {
		case e.prompt == "$ " && running:
			e.answer = w.start(e.typed)
		case e.prompt == "$ ":
			e.answer = w.shell(e.typed)
		case w.live == nil:
			w.t.Fatalf("line %d: no REPL is running for %q", p.line, e.typed)
		default:
			e.answer = w.live.say(e.typed)
		}
	}
	p.show(all)
}

// The commands of sh blocks that are carried out elsewhere.
const (
	buildCommand = "go build ./cmd/sleight" // by TestMain
	testCommand  = "go test ./..."          // by .ci/run
)

// carryOut runs the commands of a block, which may have comments behind them.
func (w *workspace) carryOut(p *piece) {
	w.t.Helper()
	for _, line := range p.lines {
		command, _, _ := strings.Cut(line, "  #")
		switch command = strings.TrimSpace(command); {
		case command == buildCommand:
		case command == testCommand:
			ci, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
			if err != nil || !strings.Contains(string(ci), " "+testCommand+"\n") {
				w.t.Errorf("CI does not run %q (%v)", command, err)
			}
		default:
			if out, err := w.command(command).CombinedOutput(); err != nil {
				w.t.Errorf("line %d: %s: %v\n%s", p.line, command, err, out)
			}
		}
	}
}
