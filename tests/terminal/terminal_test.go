//go:build unix

package terminal

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"sleight/cmd/sleight/cli"
)

// asCommand is the environment variable that makes this program behave as
// sleight.
const asCommand = "SLEIGHT_TESTED_IN_A_TERMINAL"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		os.Exit(cli.Main())
	}
	os.Exit(m.Run())
}

// patience bounds the time until a word appears. Only a failing test waits that
// long.
const patience = 60 * time.Second

// terminal is sleight running in a pseudo-terminal.
type terminal struct {
	t      *testing.T
	dir    string
	file   *os.File
	exited chan error

	mutex   sync.Mutex
	changed chan struct{} // closed when more has been read
	text    string        // without escape codes
	seen    int           // how many bytes of it earlier expectations have matched
}

// system is the variable with which a test sets the language of the system.
const system = "TERMINAL_LOCALE"

// open runs sleight with the arguments in a folder, in a terminal of so many
// columns and rows.
func open(t *testing.T, dir string, columns, rows uint16, args ...string) *terminal {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Dir = dir
	c.Env = append(os.Environ(), asCommand+"=1", "TERM=xterm-256color", "LC_ALL="+cmp.Or(os.Getenv(system), "C.UTF-8"), "HOME="+dir, "XDG_CACHE_HOME="+dir, "NO_COLOR=")
	file, err := pty.StartWithSize(c, &pty.Winsize{Cols: columns, Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	m := &terminal{t: t, dir: dir, file: file, exited: make(chan error, 1), changed: make(chan struct{})}
	read := make(chan struct{})
	go func() {
		defer close(read)
		m.read()
	}()
	go func() { m.exited <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = file.Close()
		<-read
		if t.Failed() {
			t.Logf("the terminal showed:\n%s", m.all())
		}
	})
	return m
}

// sequence matches what moves the cursor or colours the text.
var sequence = regexp.MustCompile("\x1b(\\[[0-9;?]* ?[a-zA-Z@]|\\][^\x07]*\x07|[()][A-Z0-9]|[=>])|\r|\x07|\x0f")

func (m *terminal) read() {
	buf := make([]byte, 4096)
	raw := ""
	for {
		n, err := m.file.Read(buf)
		raw += string(buf[:n])
		m.mutex.Lock()
		m.text = sequence.ReplaceAllString(raw, "")
		close(m.changed)
		m.changed = make(chan struct{})
		m.mutex.Unlock()
		if err != nil {
			return
		}
	}
}

func (m *terminal) all() string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.text
}

// sees waits until words appear after those seen before.
func (m *terminal) sees(words ...string) {
	m.t.Helper()
	for _, w := range words {
		m.wait(w)
	}
}

func (m *terminal) wait(words string) {
	m.t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		m.mutex.Lock()
		at := strings.Index(m.text[min(m.seen, len(m.text)):], words)
		if at >= 0 {
			m.seen += at + len(words)
		}
		changed := m.changed
		m.mutex.Unlock()
		if at >= 0 {
			return
		}
		select {
		case <-changed:
		case <-deadline.C:
			m.t.Fatalf("%q does not appear behind %q", words, m.tail())
		}
	}
}

// tail returns the text that has appeared but was not expected yet.
func (m *terminal) tail() string {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return m.text[min(m.seen, len(m.text)):]
}

// types presses keys.
func (m *terminal) types(keys string) {
	m.t.Helper()
	if _, err := m.file.WriteString(keys); err != nil {
		m.t.Fatal(err)
	}
}

// says types a line.
func (m *terminal) says(line string) {
	m.t.Helper()
	m.types(line + "\r")
}

// leaves waits for sleight to end and checks its exit code.
func (m *terminal) leaves(code int) {
	m.t.Helper()
	select {
	case err := <-m.exited:
		if got := codeOf(err); got != code {
			m.t.Fatalf("it ended with %d (%v), not %d", got, err, code)
		}
	case <-time.After(patience):
		m.t.Fatal("it does not end")
	}
}

func codeOf(err error) int {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.ExitCode()
	}
	if err != nil {
		return -1
	}
	return 0
}

// save writes a file of the folder, as an editor does.
func (m *terminal) save(name, text string) {
	m.t.Helper()
	write(m.t, filepath.Join(m.dir, filepath.FromSlash(name)), text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// resize changes the size of the terminal.
func (m *terminal) resize(columns, rows uint16) {
	m.t.Helper()
	if err := pty.Setsize(m.file, &pty.Winsize{Cols: columns, Rows: rows}); err != nil {
		m.t.Fatal(err)
	}
}
