package fuzz

import (
	"bytes"
	"context"

	"sleight/runtime/diag"
	"sleight/runtime/game/session"
)

// checkInvariants checks the engine's invariants at the end of a game and leaves the
// session in that state. When the context ends, it returns nil early.
func (f *fuzzer) checkInvariants(ctx context.Context, s *session.Session) *diag.Diagnostic {
	end, turn := s.Hash(), s.Turn()
	commands := s.Commands()
	start, problem := f.session(s.State().Seed)
	if problem != nil {
		return problem
	}
	if ctx.Err() != nil {
		return nil
	}
	s.Undo(turn)
	if s.Hash() != start.Hash() {
		return f.violation("undoing everything does not lead back to the start")
	}
	s.Redo(turn)
	if s.Hash() != end {
		return f.violation("undoing and redoing everything leads to a different state")
	}
	again, problem := session.Replay(f.content, f.options.Game, session.Options{Seed: s.State().Seed, Players: f.options.Players}, commands, nil)
	if problem != nil {
		return f.violation("the same commands cannot be carried out again: %s", problem.Message)
	}
	if ctx.Err() != nil {
		return nil
	}
	if again.Hash() != end {
		return f.violation("the same commands, given again, lead to a different state")
	}
	var save bytes.Buffer
	if err := s.Save(&save); err != nil {
		return f.violation("the game cannot be saved: %v", err)
	}
	loaded, _, problem := session.Load(f.content, &save, "save")
	if problem != nil {
		return f.violation("the game cannot be loaded once it is saved: %s", problem.Message)
	}
	if loaded.Hash() != end {
		return f.violation("the game differs after saving and loading")
	}
	return nil
}

// violation returns the problem that the engine violates an invariant.
func (f *fuzzer) violation(format string, args ...any) *diag.Diagnostic {
	d := diag.New("engine/internal", f.explorer.game.Definition.Place, format, args...)
	return &d
}
