package diag

import "strings"

// StrayMark says what is wrong with a line that belongs to no file of content:
// the marks that a version control system leaves for a conflict, and those of a
// code block in a chat or document. The message is empty for any other line.
func StrayMark(line string) (message, hint string) {
	line = strings.TrimRight(line, "\r\n")
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if rest, ok := strings.CutPrefix(line, mark); ok && (rest == "" || rest[0] == ' ') {
			return "a merge conflict is not resolved here", "keep one of the two versions, and remove the lines with " + mark
		}
	}
	if strings.HasPrefix(strings.TrimSpace(line), "```") {
		return "this line is the mark of a code block, not part of the file", "remove the line with ```"
	}
	return "", ""
}
