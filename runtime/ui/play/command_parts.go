package play

import "strings"

// commandPart is a part of a command, and its name on the screen.
type commandPart struct{ word, title string }

// commandParts is a command in the words of the screen: what was begun, without a
// title if it answers a question of the game, then what was picked.
type commandParts []commandPart

// forPlayer returns the command for the player who chose it.
func (p commandParts) forPlayer() string {
	if len(p) == 0 {
		return ""
	}
	var picks []string
	for _, s := range p[1:] {
		picks = append(picks, s.title)
	}
	text := strings.Join(picks, ", ")
	switch {
	case text == "":
		return p[0].title
	case p[0].title == "":
		return text
	}
	return p[0].title + ": " + text
}

// forOthers returns what the other players may know of a command: the given text,
// with the screen's word for what was begun.
func (p commandParts) forOthers(command string) string {
	if len(p) == 0 || p[0].title == "" {
		return command
	}
	rest, ok := strings.CutPrefix(command, p[0].word)
	if !ok || rest != "" && rest[0] != ' ' {
		return command
	}
	return p[0].title + rest
}
