package session

import "sleight/runtime/game/api"

// Suspend releases what the session needs only while it is used: its host with
// the VM, which other sessions of the game can use in the meantime, and the
// data for undoing the commands so far. Only Resume may be called next. It is
// for programs that keep many sessions, most of which wait. A session with
// a probe or a tracer keeps everything.
func (s *Session) Suspend() {
	if s.host == nil || s.probe != nil || s.tracer != nil || s.busy {
		return
	}
	s.earlierCalls += s.host.Calls
	s.host.Attach(nil, nil)
	s.apiGame.IdleHosts.Put(s.host)
	s.host = nil
	s.state.Trim()
	s.blocks = blocks{}
	for i := max(0, s.undoLimit-1); i < len(s.log); i++ {
		s.log[i].from, s.log[i].to = 0, 0
	}
	s.log, s.undoLimit = s.log[:s.done], s.done
}

// Resume makes a suspended session ready for use.
func (s *Session) Resume() {
	if s.host != nil {
		return
	}
	h, ok := s.apiGame.IdleHosts.Get().(*api.Host)
	if !ok {
		s.renewHost()
		return
	}
	h.Attach(s.state, flow{s})
	s.host = h
	s.configureHost()
}
