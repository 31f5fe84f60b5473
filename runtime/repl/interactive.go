package repl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/reeflective/readline"
)

// prompter reads lines from a terminal, with completion and history, and
// prints what becomes of saves above the line that is being typed.
type prompter struct {
	repl  *REPL
	shell *readline.Shell

	// mutex guards the REPL while a line is read: completion and saves come
	// from different goroutines then.
	mutex   sync.Mutex
	prompt  string
	reading bool
}

// Talk reads lines from the terminal until one says to quit, or the input
// ends, and does what they say. history names a file that keeps lines from one
// time to the next; empty keeps them for this time only. The error is that of
// the terminal.
func (r *REPL) Talk(history string) error {
	p := &prompter{repl: r, shell: newShell()}
	p.shell.Prompt.Primary(p.primary)
	p.shell.Completer = p.complete
	if p.keeps(history) {
		p.shell.History.AddFromFile("history", history)
	}
	r.Read = func(prompt string) (string, bool) {
		line, err := p.read(prompt)
		return line, err == nil
	}
	for {
		r.Poll()
		line, err := p.read(r.Prompt())
		switch {
		case errors.Is(err, readline.ErrInterrupt):
			if r.session.Cancel() {
				r.print("Cancelled; nothing was spent.\n")
			} else {
				r.print("quit, or Ctrl-D, leaves.\n")
			}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case r.Execute(line):
			return nil
		}
	}
}

// keeps tells whether lines can be kept in a file, making it when it is new.
func (p *prompter) keeps(file string) bool {
	if file == "" {
		return false
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return false
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// read reads one line. Saves are taken up meanwhile, except in the middle of a
// command.
func (p *prompter) read(prompt string) (string, error) {
	p.prompt, p.reading = prompt, true
	if width, ok := TerminalWidth(os.Stdout); ok {
		p.repl.Width = width
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		p.follow(stop)
	}()
	fmt.Fprint(p.repl.Out, makeRoom(room))
	line, err := p.shell.Readline()
	p.mutex.Lock()
	p.reading = false
	p.mutex.Unlock()
	close(stop)
	<-done
	return line, err
}

// follow tells of saves above the prompt until it is stopped.
func (p *prompter) follow(stop <-chan struct{}) {
	outcomes := p.repl.Outcomes
	if p.repl.stopped {
		outcomes = nil // a command is running: this is no safe point
	}
	for {
		select {
		case <-stop:
			return
		case o, ok := <-outcomes:
			if !ok {
				return
			}
			p.notify(o)
		}
	}
}

// notify takes up a save and prints what is to be told of it.
func (p *prompter) notify(o Outcome) {
	p.mutex.Lock()
	r := p.repl
	out := r.Out
	var notice bytes.Buffer
	r.Out = &notice
	r.Take(o)
	r.Out = out
	p.prompt = r.Prompt()
	live := p.reading
	p.mutex.Unlock()
	text := strings.TrimRight(notice.String(), "\n")
	if !live {
		r.print("%s\n", text)
		return
	}
	// The terminal is in raw mode: line ends do not return by themselves.
	// One more follows what is printed here.
	_, _ = p.shell.PrintTransientf("%s", strings.ReplaceAll(text, "\n", "\r\n")+makeRoom(room+1))
}

func (p *prompter) primary() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.repl.Color {
		return p.prompt
	}
	return "\x1b[" + cyanCode + "m" + p.prompt + "\x1b[0m"
}

// maxAbout is how many columns of a description are shown beside a word.
const maxAbout = 60

func (p *prompter) complete(line []rune, cursor int) readline.Completions {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var values []readline.Completion
	rows := terminalHeight(os.Stdout) - room - 1
	for _, c := range fit(p.repl.Complete(string(line[:cursor])), p.repl.Width, rows) {
		values = append(values, readline.Completion{
			Value: c.Word, Display: c.Word, Description: short(strings.ReplaceAll(c.About, "\n", " "), maxAbout, p.repl.dots()), Tag: c.Group,
		})
	}
	return readline.CompleteRaw(values).NoSort()
}
