package repl

import (
	"os"
	"path/filepath"
	"strings"
)

// maxHistory is how many lines are remembered.
const maxHistory = 1000

// history is the list of typed lines, kept across sessions if there is a file.
type history struct {
	lines []string // oldest first
	file  string   // empty: keep nothing
}

// openHistory reads a history file, and truncates it if it has grown long.
func openHistory(file string) *history {
	h := &history{file: file}
	if file == "" {
		return h
	}
	data, err := os.ReadFile(file)
	if err != nil {
		_ = os.MkdirAll(filepath.Dir(file), 0o700) // if that fails, so does Add
		return h
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" {
			h.lines = append(h.lines, line)
		}
	}
	if len(h.lines) > 2*maxHistory {
		h.lines = h.lines[len(h.lines)-maxHistory:]
		_ = os.WriteFile(file, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
	}
	return h
}

// Add remembers a line, unless it is blank or equal to the previous one.
func (h *history) Add(line string) {
	line = strings.TrimSpace(line)
	if line == "" || len(h.lines) > 0 && h.lines[len(h.lines)-1] == line {
		return
	}
	h.lines = append(h.lines, line)
	if len(h.lines) > maxHistory {
		h.lines = h.lines[1:]
	}
	if h.file == "" {
		return
	}
	f, err := os.OpenFile(h.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		h.file = ""
		return
	}
	_, _ = f.WriteString(line + "\n")
	_ = f.Close()
}

// Len returns how many lines are remembered.
func (h *history) Len() int { return len(h.lines) }

// At returns a line, 0 being the latest.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
