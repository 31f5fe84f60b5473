package repl

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"sleight/runtime/diag"
)

// maxLine is the maximum length of a line that is read, in bytes.
const maxLine = 1 << 20

// RunLines reads and executes lines until they end, or one quits. It prints the
// prompt if a person types. With echo it prints each line after the prompt
// before its answer, so that the output reads like a conversation. Lines at a
// break, in the middle of a command, come from the same input. The error is
// that of reading.
func (r *REPL) RunLines(in io.Reader, echo bool) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	out := bufio.NewWriter(r.Out)
	r.Out = out
	next := func(prompt string) (string, bool) {
		if r.Interactive {
			r.print("%s", prompt)
		}
		// A program at the other end may wait for the output so far.
		more := out.Flush() == nil
		if more {
			r.await(func() { more = lines.Scan() })
		}
		if !more {
			return "", false
		}
		if echo && !r.Interactive && strings.TrimSpace(lines.Text()) != "" {
			r.print("%s%s\n", prompt, lines.Text())
		}
		return lines.Text(), true
	}
	r.Read = next
	for {
		line, ok := next(r.Prompt())
		if !ok || r.Execute(line) {
			break
		}
	}
	err := out.Flush()
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		d := diag.New("file/too-large", diag.Place{}, "a line is longer than %d bytes", maxLine)
		return &d
	}
	return errors.Join(lines.Err(), err)
}
