package session

import (
	"maps"

	"sleight/runtime/game/rules"
)

// applyProfile gives the variables of the profile the values that earlier games
// left.
func (s *Session) applyProfile() {
	if len(s.setup.Profile) == 0 {
		return
	}
	s.setup.Profile, _ = s.game.Usable(s.setup.Profile)
	for name, v := range s.setup.Profile {
		slot, _ := s.apiGame.Layout.Var(name, 1)
		s.state.OverwriteVar(slot, v)
	}
}

// Profile returns the values that the game, in its current state, passes on to
// later ones; nil if it has no profile.
func (s *Session) Profile() rules.Profile {
	var out rules.Profile
	for _, name := range s.game.ProfileNames() {
		if out == nil {
			out = rules.Profile{}
		}
		slot, _ := s.apiGame.Layout.Var(name, 1)
		out[name] = s.state.Var(slot)
	}
	return out
}

// StartProfile returns the values of the profile with which the game began; nil
// if it has none.
func (s *Session) StartProfile() rules.Profile {
	var out rules.Profile
	for _, name := range s.game.ProfileNames() {
		if out == nil {
			out = rules.Profile{}
		}
		slot, _ := s.apiGame.Layout.Var(name, 1)
		d, _ := s.apiGame.Layout.VarDecl(slot)
		out[name] = d.Start
	}
	maps.Copy(out, s.setup.Profile)
	return out
}

// SetNextProfile sets the profile with which Restart begins the next game.
func (s *Session) SetNextProfile(p rules.Profile) { s.setup.Profile = p }

// Tampered reports whether debug statements are among the commands of the game,
// or a debugger has changed one of them.
func (s *Session) Tampered() bool { return s.amended || hasLua(s.Commands()) }
