package diag

import "strings"

// StrayMark describes a line that got into a file by accident: a conflict marker of
// a version control system, or the fence of a code block copied from a chat or
// document. The message is empty for any other line.
func StrayMark(line string) (message, hint string) {
	line = strings.TrimRight(line, "\r\n")
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if rest, ok := strings.CutPrefix(line, mark); ok && (rest == "" || rest[0] == ' ') {
			return "this merge conflict is not resolved", "keep one of the two versions, and remove the lines with " + mark
		}
	}
	if strings.HasPrefix(strings.TrimSpace(line), "```") {
		return "this line marks a code block and is not part of the file", "remove the line with ```"
	}
	return "", ""
}
