package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"sleight/runtime/diag"
)

// writeGitHub writes workflow commands, which GitHub shows as annotations on
// the lines of a change, and then the summary.
func writeGitHub(w io.Writer, f *Findings) error {
	out := bufio.NewWriter(w)
	for _, d := range f.Problems {
		fmt.Fprintf(out, "::%s %stitle=%s::%s\n", d.Severity, gitHubPlace(d.Place), gitHubProperty(d.Code), gitHubData(fullText(d)))
	}
	fmt.Fprintln(out, Summary(f.Problems))
	return out.Flush()
}

func gitHubPlace(at diag.Place) string {
	if at.File == "" {
		return ""
	}
	text := "file=" + gitHubProperty(at.File) + ","
	if at.Line > 0 {
		text += fmt.Sprintf("line=%d,endLine=%d,", at.Line, at.Line)
	}
	if at.Column > 0 {
		text += fmt.Sprintf("col=%d,endColumn=%d,", at.Column, at.Column+max(1, at.Length))
	}
	return text
}

// gitHubData escapes the text after the second pair of colons.
func gitHubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// gitHubProperty escapes a property before the second pair of colons.
func gitHubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(gitHubData(s))
}
