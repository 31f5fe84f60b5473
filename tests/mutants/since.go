package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// lines holds the lines of each file that differ from a commit, by the path below
// the root.
type lines map[string]map[int]bool

// hunkHeader matches the header of a hunk, which names the lines of the new file.
var hunkHeader = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// changedSince returns the lines of the Go code that differ from a commit.
func changedSince(commit string) (lines, error) {
	out, err := output("git", "diff", "--relative", "--no-color", "--no-ext-diff", "--unified=0", commit, "--", "*.go")
	if err != nil {
		return nil, err
	}
	return parseDiff(string(out))
}

// parseDiff returns the lines that a diff without context adds.
func parseDiff(diff string) (lines, error) {
	changed := lines{}
	file, added := "", 0 // lines that the hunk still adds
	for line := range strings.Lines(diff) {
		if added > 0 && strings.HasPrefix(line, "+") {
			added--
			continue
		}
		if path, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = strings.TrimSuffix(path, "\n")
			changed[file] = map[int]bool{}
			continue
		}
		hunk := hunkHeader.FindStringSubmatch(line)
		if hunk == nil {
			continue
		}
		first, err := strconv.Atoi(hunk[1])
		added = 1
		if err == nil && hunk[2] != "" {
			added, err = strconv.Atoi(hunk[2])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for i := range added {
			changed[file][first+i] = true
		}
	}
	return changed, nil
}
