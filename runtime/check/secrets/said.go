package secrets

import "sleight/runtime/game/session"

// spoken is a message with the place of the script that says it.
type spoken struct {
	message session.Message
	origin  session.Origin
}

// listen runs a command and returns its messages too, with where they come from.
func listen(s *session.Session, c session.Command) (r session.Result, said []spoken) {
	s.ObserveMessages(func(m session.Message, at session.Origin) { said = append(said, spoken{m, at}) })
	defer s.ObserveMessages(nil)
	return s.Do(c), said
}

// speaker returns where the message comes from that differs, the first one that the
// observer gets in one world only or with another text, or a zero Origin if something
// else differs.
func (t *trial) speaker(d difference, here, there outcome) (none session.Origin) {
	if len(d.path) < 2 || d.path[0] != "report" || d.path[1] != "said" {
		return none
	}
	x, y := t.heard(here), t.heard(there)
	for i := range max(len(x), len(y)) {
		switch {
		case i >= len(x):
			return y[i].origin
		case i >= len(y) || x[i].message != y[i].message:
			return x[i].origin
		}
	}
	return none
}

// heard returns the messages of a command that the observer gets.
func (t *trial) heard(o outcome) (out []spoken) {
	for _, s := range o.said {
		if s.message.For(t.observer) {
			out = append(out, s)
		}
	}
	return out
}
