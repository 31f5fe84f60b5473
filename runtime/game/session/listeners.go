package session

import "sleight/runtime/game/rules"

// listenerCache caches, for each kind of listener and each event or value, the
// listeners that gather found, until they, or what mutes them, may have changed. It
// also caches what looking at the zones costs, until one of them changes.
type listenerCache struct {
	game  *rules.Game
	zones uint64 // the first of ListenerStamps, plus 1; 0 for nothing
	cost  int64
	found [rules.ToOwn][]gathered
}

// gathered is what gather has found, and what sorting it costs.
type gathered struct {
	unheard   bool   // nobody ever listens
	state     uint64 // the second of ListenerStamps, plus 1; 0 for nothing
	cost      int64
	listeners []listener
}

// look notes what looking at the zones costs as they are now.
func (s *Session) look(zones uint64) {
	a := &s.listenerCache
	if a.game != s.game {
		*a = listenerCache{game: s.game}
		for i := range a.found {
			a.found[i] = make([]gathered, len(s.game.Heard[i]))
			for n, heard := range s.game.Heard[i] {
				own := s.game.Script.Hears[i]
				a.found[i][n].unheard = !heard && (own == nil || own[n] == nil)
			}
		}
	}
	a.zones, a.cost = zones+1, 0
	for _, slot := range s.apiGame.Layout.Listening {
		a.cost += int64(len(s.state.Zone(slot)) / 4)
	}
}

// gather appends the listeners to the scratch list, in order, and returns the
// index of the first. It costs the same whether there are any or not, and
// whether or not they have been found before.
func (s *Session) gather(sort, number int) int {
	from, vm, a := len(s.running.listen), s.host.VM, &s.listenerCache
	zones, hearers := s.state.ListenerStamps()
	if a.zones != zones+1 || a.game != s.game || s.state.Tracked() { // reading is noted
		s.look(zones)
	}
	vm.Charge(a.cost)
	g := &a.found[sort][number]
	if g.unheard {
		return from
	}
	if g.state == hearers+1 && vm.Affords(g.cost) && !s.state.Tracked() {
		vm.Charge(g.cost)
		if len(g.listeners) > 0 {
			s.running.listen = append(s.running.listen, g.listeners...)
		}
		return from
	}
	before := vm.Spent()
	s.search(sort, number, from)
	g.state, g.cost = hearers+1, vm.Spent()-before
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
	for _, slot := range s.apiGame.Layout.Listening {
		for _, id := range s.state.Zone(slot) {
			p := s.state.Prototype(id)
			if !p.Hears {
				continue
			}
			it := rules.ItemOf(p)
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
