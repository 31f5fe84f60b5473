package session

import "sleight/runtime/game/rules"

// listenerCache caches, for each kind of listener and each event or value, the
// listeners that gather found, until the zones whose entities listen change.
type listenerCache struct {
	game  *rules.Game
	found [rules.ToOwn][]gathered
}

// gathered is what gather has found, and what searching for it costs.
type gathered struct {
	state     uint64 // what Heard returned, plus 1; 0 for nothing
	cost      int64
	listeners []listener
}

// cached returns where gather caches its result.
func (s *Session) cached(sort, number int) *gathered {
	a := &s.listenerCache
	if a.game != s.game {
		*a = listenerCache{game: s.game}
		for i := range a.found {
			a.found[i] = make([]gathered, len(s.game.Heard[i]))
		}
	}
	return &a.found[sort][number]
}

// gather appends the listeners to the scratch list, in order, and returns the
// index of the first. It costs the same whether there are any or not, and
// whether or not they have been found before.
func (s *Session) gather(sort, number int) int {
	from := len(s.running.listen)
	g, vm := s.cached(sort, number), s.host.VM
	if now := s.state.ListenerStamp() + 1; g.state == now && vm.Affords(g.cost) && !s.state.Tracked() {
		vm.Charge(g.cost)
		if len(g.listeners) > 0 {
			s.running.listen = append(s.running.listen, g.listeners...)
		}
		return from
	}
	before := vm.Spent()
	s.search(sort, number, from)
	g.state, g.cost = s.state.ListenerStamp()+1, vm.Spent()-before
	g.listeners = g.listeners[:0]
	if found := s.running.listen[from:]; len(found) > 0 {
		g.listeners = append(g.listeners, found...)
	}
	return from
}

// search appends the listeners to the scratch list, in which they begin at from.
func (s *Session) search(sort, number, from int) {
	if own := s.game.Script.Hears[sort]; own != nil && own[number] != nil {
		s.insert(from, listener{hook: own[number], priority: s.game.Script.Priority})
	}
	heard := s.game.Heard[sort][number]
	for _, slot := range s.apiGame.Layout.Listening {
		ids := s.state.Zone(slot)
		if n := len(ids) / 4; n > 0 {
			s.host.VM.Charge(int64(n))
		}
		if !heard {
			continue // nothing in the zone listens
		}
		for _, id := range ids {
			it := s.item(id)
			if own := it.Hears[sort]; own != nil && own[number] != nil && !s.state.Muted(id) {
				_, player := s.apiGame.Layout.ZoneDecl(slot)
				s.insert(from, listener{hook: own[number], entity: id, player: player, priority: it.Priority})
			}
		}
	}
}

// insert keeps the list sorted by priority; equal ones stay in order.
func (s *Session) insert(from int, l listener) {
	list := append(s.running.listen, l)
	i := len(list) - 1
	for ; i > from && list[i-1].priority < l.priority; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	s.host.VM.Charge(int64(len(list)-i) / 4)
	s.running.listen = list
}
