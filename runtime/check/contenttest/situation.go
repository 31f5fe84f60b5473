package contenttest

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// byFlags lists the keys of a test's given that are not part of a situation
// because flags set them.
var byFlags = [...]string{"seed", "players", "params"}

// Situation returns a function that puts a started game into a situation
// described like the given of a test. Several goroutines may call the function
// at the same time, each with its own sessions.
func Situation(c *rules.Content, game *rules.Game, given *def.Node) (func(*session.Session) *diag.Diagnostic, *diag.Diagnostic) {
	if given == nil || given.Type() != def.Map {
		at := diag.Place{}
		if given != nil {
			at = given.Place()
		}
		return nil, invalid(at, "a situation must be a mapping, like the given of a test")
	}
	for _, f := range given.Fields() {
		if slices.Contains(byFlags[:], f.Key) {
			return nil, invalid(f.KeyPlace(), "a situation has no %s", f.Key)
		}
	}
	return func(s *session.Session) *diag.Diagnostic {
		t := &test{worker: &worker{content: c}, owner: game.Definition, node: given, game: game, session: s}
		result := s.Arrange(func(a session.Arrangement) *diag.Diagnostic { return t.arrange(a, given) })
		return result.Problem
	}, nil
}
