package contenttest

import (
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// RunUpTo arranges the given of an unfinished test, carries out the commands under do
// and steps as far as they are written, and returns the session. It checks no
// expectations, so the test need not have any. The owner is the definition that the
// test belongs to.
func RunUpTo(c *rules.Content, owner *def.Definition, node *def.Node) (*session.Session, *diag.Diagnostic) {
	t := &test{worker: &worker{content: c, variants: map[string]*rules.Content{}}, owner: owner, node: node}
	if t.game = t.gameOf(owner); t.game == nil {
		return nil, invalid(node.Place(), "pack %s has no game to test in", owner.Pack)
	}
	if problem := t.given(); problem != nil {
		return nil, problem
	}
	t.startTurn = t.session.Turn()
	for _, n := range append([]*def.Node{node}, node.All("steps")...) {
		t.seen, t.seat = seen{}, 0
		if as := n.Get("as"); as != nil {
			player, problem := t.player(as, int(as.Number()), 1)
			if problem != nil {
				return nil, problem
			}
			t.seat = player
		}
		if problem := t.do(n.Get("do"), n.Get("expect").Get("refused")); problem != nil {
			return nil, problem
		}
	}
	return t.session, nil
}
