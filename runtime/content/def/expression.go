package def

import "regexp"

var fieldOfGame = regexp.MustCompile(`^(?:(?:not )?(?:game|self|vars)\.[A-Za-z_][A-Za-z0-9_]*(?:\s*(?:[-+*/%<>]|or |and |[=~<>]=|\.\.).*)?|require\(["'].*)$`)

// MissingEquals reports whether a text reads like an expression whose = is
// missing: game.max_hp, where =game.max_hp must be written.
func MissingEquals(text string) bool { return fieldOfGame.MatchString(text) }
