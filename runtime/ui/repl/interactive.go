package repl

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// prompter reads lines from a terminal, with completion and history, and prints
// the outcomes of saves above the line that is being typed.
type prompter struct {
	repl    *REPL
	keys    *keys
	history *history
	// raw puts the terminal into raw mode; the returned function restores it.
	raw func() (restore func(), err error)
	// size returns the columns and rows of the terminal; resized signals that
	// they have changed.
	size    func() (width, height int)
	resized <-chan os.Signal

	// mutex guards the REPL while a line is read, when completion and saves
	// come from different goroutines.
	mutex sync.Mutex
	line  *term.Terminal // reads the line that is being typed
}

// escapeWait is how long to wait for the rest of a key that begins with Esc.
const escapeWait = 40 * time.Millisecond

// RunInteractive reads and executes lines from the terminal until one of them
// quits or the input ends. file is the history file; if empty, history is kept
// for this session only. The error is that of the terminal.
func (r *REPL) RunInteractive(file string) error {
	in := os.Stdin
	resized, stop := resizes()
	defer stop()
	p := &prompter{
		repl:    r,
		keys:    &keys{in: in, more: func() bool { return arrives(in, escapeWait) }},
		history: openHistory(file),
		raw: func() (func(), error) {
			state, err := term.MakeRaw(int(in.Fd()))
			return func() { _ = term.Restore(int(in.Fd()), state) }, err
		},
		size:    func() (int, int) { return terminalSize(os.Stdout) },
		resized: resized,
	}
	return p.run()
}

func (p *prompter) run() error {
	r := p.repl
	r.Read = func(prompt string) (string, bool) {
		line, err := p.read(prompt)
		return line, err == nil
	}
	for {
		r.Poll()
		line, err := p.read(r.Prompt())
		switch {
		case errors.Is(err, errInterrupt) && r.cancelChoice():
		case errors.Is(err, errInterrupt):
			r.print("quit, or Ctrl-D, leaves.\n")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case r.Execute(line):
			return nil
		}
	}
}

// read reads one line. Meanwhile it takes over saves, except in the middle of a
// command. At Ctrl-C, and at Esc during a choice, the error is errInterrupt.
func (p *prompter) read(prompt string) (string, error) {
	restore, err := p.raw()
	if err != nil {
		return "", err
	}
	defer restore()
	p.line = term.NewTerminal(&screen{p.keys, p.repl.Out}, p.colored(prompt))
	p.line.History = p.history
	p.line.AutoCompleteCallback = p.press
	p.resize()
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		p.follow(stop)
	}()
	line := ""
	p.repl.await(func() { line, err = p.line.ReadLine() })
	close(stop)
	<-done
	p.repl.Width, _ = p.size()
	if err != nil {
		_, _ = io.WriteString(p.repl.Out, "\r\n") // the cursor is after the prompt
	}
	return line, err
}

// screen is the terminal's input and output.
type screen struct {
	io.Reader
	io.Writer
}

func (p *prompter) resize() {
	width, height := p.size()
	p.repl.Width = width
	_ = p.line.SetSize(width, height)
}

func (p *prompter) colored(prompt string) string {
	return p.repl.colored(cyanCode, prompt)
}

// follow prints the outcomes of saves above the prompt until it is stopped.
func (p *prompter) follow(stop <-chan struct{}) {
	outcomes := p.repl.Outcomes
	if p.repl.stopped {
		outcomes = nil // a command is running: this is not a safe point
	}
	for {
		select {
		case <-stop:
			return
		case <-p.resized:
			p.mutex.Lock()
			p.resize()
			p.mutex.Unlock()
		case o, ok := <-outcomes:
			if !ok {
				return
			}
			prompt := ""
			text := p.capture(func() { p.repl.HandleOutcome(o); prompt = p.repl.Prompt() })
			p.line.SetPrompt(p.colored(prompt))
			_, _ = p.line.Write(text)
		}
	}
}

// use waits until the REPL and its game may be used while a line is read, and
// returns what ends that.
func (p *prompter) use() (end func()) {
	p.mutex.Lock()
	if p.repl.stopped { // in the middle of a command the game belongs to the prompt
		return p.mutex.Unlock
	}
	p.repl.Target.Enter()
	return func() { p.repl.Target.Leave(); p.mutex.Unlock() }
}

// capture returns what f prints.
func (p *prompter) capture(f func()) []byte {
	defer p.use()()
	var text bytes.Buffer
	out := p.repl.Out
	p.repl.Out = &text
	f()
	p.repl.Out = out
	return text.Bytes()
}

// press handles the keys that the line editor does not know. It returns the new
// line and cursor, and whether it has handled the key.
func (p *prompter) press(line string, at int, key rune) (string, int, bool) {
	switch key {
	case '\t':
		line, at = p.tab(line, at)
	case interruptKey:
		p.keys.end = errInterrupt
		return "", 0, true
	case escapeKey:
		if p.choosing() {
			p.keys.end = errInterrupt
		}
		return "", 0, true
	case leaveKey:
		if line == "" {
			p.keys.end = io.EOF
		} else if rest := []rune(line[at:]); len(rest) > 0 {
			line = line[:at] + string(rest[1:])
		}
	default:
		return "", 0, false
	}
	return line, at, true
}

func (p *prompter) choosing() bool {
	defer p.use()()
	return p.repl.session.Choice().Open
}

// tab completes the word before the cursor as far as all candidates agree, and
// lists them above the prompt if there are several. A space follows a complete
// word, but not a folder or a file whose line is missing.
func (p *prompter) tab(line string, at int) (string, int) {
	unlock := p.use()
	all := p.repl.Complete(line[:at])
	unlock()
	if len(all) == 0 {
		return line, at
	}
	begin := strings.LastIndex(line[:at], " ") + 1
	word := commonPrefix(all)
	switch {
	case len(all) > 1:
		_, height := p.size()
		_, _ = p.line.Write(p.capture(func() { p.repl.drawMenu(all, height-2) }))
	case !strings.HasPrefix(line[at:], " ") && !strings.HasSuffix(word, "/") && !strings.HasSuffix(word, ":"):
		word += " "
	}
	return line[:begin] + word + line[at:], begin + len(word)
}
