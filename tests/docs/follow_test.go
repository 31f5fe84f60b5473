package docs

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sleight/tests/golden"
)

// follow carries out a document, in order, in its own workspace:
//
//   - a block with title=PATH is written to that file;
//   - a block with change=PATH shows old lines of that file behind -, the lines
//     that replace them behind +, and others that stay;
//   - a block with add=PATH has lines to be added to that file: below its first
//     line if the file has that, else at the end;
//   - a console block holds commands after "$ " and their output; with live,
//     the first starts a REPL, and lines after its prompts are typed into it;
//     with saved, it begins with the REPL's report on the files just written;
//     with machine=NAME, the commands run on another person's machine, which
//     can only get files from the registry; with night, they are run in nightly
//     runs and with -update only, because they simulate thousands of games;
//   - a sh block holds commands that must succeed in an unchanged workspace;
//     their output does not matter.
//
// The output must be the one that the block shows.
func follow(t *testing.T, file string) { followIn(t, file, newWorkspace(t)) }

func followIn(t *testing.T, file string, w *workspace) {
	d := read(t, file)
	for i, p := range d.pieces {
		if p.fenced {
			p.named(t, d.pieces[i-1])
		}
		switch {
		case p.options["title"] != "":
			w.write(p.options["title"], strings.Join(p.lines, "\n")+"\n")
		case p.options["change"] != "":
			w.change(p.options["change"], p.lines)
		case p.options["add"] != "":
			w.add(p.options["add"], p.lines)
		case p.atNight() && os.Getenv("SLEIGHT_NIGHTLY") == "" && !golden.Updating():
		case p.options["machine"] != "":
			w.another(p.options["machine"]).converse(p)
		case p.language == "console":
			w.converse(p)
		case p.language == "sh":
			newWorkspace(t).carryOut(p)
		}
	}
	compare(t, file, d.text())
}

// atNight reports whether a block is for nightly runs.
func (p *piece) atNight() bool {
	_, night := p.options["night"]
	return night
}

// named checks that the text before a block names the file it is for: pages do
// not show the first lines of blocks.
func (p *piece) named(t *testing.T, before *piece) {
	t.Helper()
	for _, option := range []string{"title", "change", "add"} {
		name := path.Base(p.options[option])
		if p.options[option] != "" && !strings.Contains(strings.Join(before.lines, "\n"), name) {
			t.Errorf("line %d: the text does not say that this is for %s", p.line, name)
		}
	}
}

// add inserts lines below the first of them, or at the end.
func (w *workspace) add(name string, lines []string) {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.folder, filepath.FromSlash(name)))
	if err != nil {
		w.t.Fatal(err)
	}
	all := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if at := slices.Index(all, lines[0]); at >= 0 {
		all = slices.Insert(all, at+1, lines[1:]...)
	} else {
		all = append(append(all, ""), lines...)
	}
	w.write(name, strings.Join(all, "\n")+"\n")
}

// change replaces lines after - with lines after +.
func (w *workspace) change(name string, lines []string) {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.folder, filepath.FromSlash(name)))
	if err != nil {
		w.t.Fatal(err)
	}
	var was, is string
	for _, line := range lines {
		sign, rest := line[:1], line[1:]+"\n"
		if sign != "+" {
			was += rest
		}
		if sign != "-" {
			is += rest
		}
	}
	if strings.Count(string(text), was) != 1 {
		w.t.Fatalf("%s does not have exactly once\n%s", name, was)
	}
	w.write(name, strings.Replace(string(text), was, is, 1))
}

// converse runs the commands of a block and writes their output into it.
func (w *workspace) converse(p *piece) {
	w.t.Helper()
	_, running := p.options["live"]
	all := p.exchanges()
	p.lines = nil
	if _, saved := p.options["saved"]; saved {
		_, p.lines = w.live.say("wait reload")
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
		case e.typed == "quit":
			w.leave()
		default:
			e.prompt, e.answer = w.live.say(e.typed)
		}
	}
	p.show(all)
}

// The commands of sh blocks that are run elsewhere.
const (
	buildCommand   = "go build ./cmd/sleight"          // by .ci/lib.sh
	testCommand    = "go test ./..."                   // by .ci/run
	playCommand    = "sleight play"                    // in a terminal, by tests/terminal
	balanceCommand = "sleight balance forward -n 2000" // by TestLabPageExamples
)

// carryOut runs the commands of a block, which may be followed by comments.
func (w *workspace) carryOut(p *piece) {
	w.t.Helper()
	for _, line := range p.lines {
		command, _, _ := strings.Cut(line, "  #")
		switch command = strings.TrimSpace(command); {
		case command == playCommand:
		case command == buildCommand:
			w.carriedOut("lib.sh", "go build -o \"$tools/sleight\" ./cmd/sleight")
		case command == balanceCommand:
			lab, err := os.ReadFile(filepath.Join(root, "docs", "lab.md"))
			if err != nil || !strings.Contains(string(lab), "\n$ "+balanceCommand+"\n") {
				w.t.Errorf("docs/lab.md does not run %q (%v)", command, err)
			}
		case command == testCommand:
			w.carriedOut("run", testCommand)
		default:
			if out, failed := w.run(command); failed {
				w.t.Errorf("line %d: %s fails:\n%s", p.line, command, out)
			}
		}
	}
}

// carriedOut checks that a script of CI runs a command.
func (w *workspace) carriedOut(script, command string) {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".ci", script))
	if err != nil || !strings.Contains(string(text), " "+command+"\n") {
		w.t.Errorf(".ci/%s does not run %q (%v)", script, command, err)
	}
}
