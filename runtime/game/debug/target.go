package debug

import (
	"context"
	"errors"
	"sync"

	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// Target is a game that a front end plays and that a debugger may join from
// another goroutine, such as that of an editor's connection. A nil Target lets
// nobody join.
//
// A gate, a channel with room for one, guards the session: whoever has put
// something into it may use the session. A front end that plays one game uses the
// target's own gate, which it holds from the beginning except while it waits for
// input. A server has a gate for each of its games, and Play says which game is
// in use.
type Target struct {
	// Stopped is called with the place where the debugger has stopped the game,
	// and with "" when the game goes on, by the goroutine that runs the command.
	Stopped func(at string)
	// Left is called between two commands when the debugger has left.
	Left func()
	// Through is the Through of each debugger that joins.
	Through bool

	own  chan struct{}
	over chan struct{} // closed by End
	end  sync.Once
	// ready is closed by Ready.
	ready chan struct{}
	set   sync.Once

	// mu guards the fields below, and the debugger while it is used. It is locked
	// after a gate.
	mu       sync.Mutex
	gate     chan struct{} // of the session
	session  *session.Session
	content  *rules.Content
	debugger *Debugger                // nil if nobody has joined
	played   func(s *session.Session) // called if the session or its content is another
	stopped  bool                     // in the middle of a command
	stops    chan struct{}            // closed when the game stops
	left     chan struct{}            // closed when the debugger leaves
}

// NewTarget returns a target whose own gate is held by the caller.
func NewTarget() *Target {
	t := &Target{Stopped: func(string) {}, Left: func() {}, own: make(chan struct{}, 1), over: make(chan struct{})}
	t.stops, t.ready, t.left = make(chan struct{}), make(chan struct{}), make(chan struct{})
	t.Enter()
	return t
}

// Enter waits until no debugger uses the game of a front end that plays one, and
// Leave lets debuggers use it.
func (t *Target) Enter() {
	if t != nil {
		t.own <- struct{}{}
	}
}

// Leave ends what Enter began.
func (t *Target) Leave() {
	if t != nil {
		<-t.own
	}
}

// Wait lets debuggers use the game while f waits for input.
func (t *Target) Wait(f func()) {
	t.Leave()
	defer t.Enter()
	f()
}

// Play makes a session that is about to be used, or has other content than before, the
// one to debug. The caller holds its gate; nil is the target's own. Play reports whether
// a debugger has joined and follows the game to this session: it does not if it has
// stopped another.
func (t *Target) Play(s *session.Session, gate chan struct{}) bool {
	if t == nil {
		return false
	}
	if gate == nil {
		gate = t.own
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped && s != t.session {
		return false
	}
	fresh := s != t.session || s.Content() != t.content
	t.session, t.gate, t.content = s, gate, s.Content()
	if t.debugger == nil {
		return false
	}
	if s != t.debugger.Session() {
		t.debugger.Attach(s)
	}
	if fresh {
		t.played(s)
	}
	return true
}

// Renewed is Play for a session that has other content, if it is the one in use.
// Its gate need not be held.
func (t *Target) Renewed(s *session.Session, gate chan struct{}) {
	if t == nil {
		return
	}
	gate <- struct{}{}
	defer func() { <-gate }()
	t.mu.Lock()
	inUse := s == t.session
	t.mu.Unlock()
	if inUse {
		t.Play(s, gate)
	}
}

// End is called when the front end is about to end: nobody can use the game any
// more.
func (t *Target) End() { t.end.Do(func() { close(t.over) }) }

// Joined reports whether a debugger has joined.
func (t *Target) Joined() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.debugger != nil
}

// Join lets a debugger debug the game, between two commands. It fails if there is
// no game, another debugger has joined, or the context ends before a running
// command does. played is called, like the debugger's own functions, by the
// goroutine that plays, when the session or its content is another.
func (t *Target) Join(ctx context.Context, d *Debugger, played func(*session.Session)) error {
	release, ok := t.hold(ctx, false)
	if !ok {
		return errors.New("the game is in the middle of a command; attach again when it has ended")
	}
	defer release()
	switch {
	case t.session == nil:
		return errors.New("no game is being played yet")
	case t.debugger != nil:
		return errors.New("another debugger is attached to this game")
	}
	t.debugger, t.played, t.left = d, played, make(chan struct{})
	d.Through = t.Through
	d.Attach(t.session)
	return nil
}

// Ready is called when the debugger that has joined has set its breakpoints.
func (t *Target) Ready() { t.set.Do(func() { close(t.ready) }) }

// Await waits until a debugger has joined and set its breakpoints: for games
// that would be over before anybody could join. It reports whether one has
// before the context ends. The caller holds the target's own gate.
func (t *Target) Await(ctx context.Context) (joined bool) {
	t.Wait(func() {
		select {
		case <-t.ready:
			joined = true
		case <-ctx.Done():
		}
	})
	return joined
}

// AwaitLeaving lets the debugger inspect the game until it leaves, or the context
// ends. The caller holds the target's own gate.
func (t *Target) AwaitLeaving(ctx context.Context) {
	t.mu.Lock()
	joined, left := t.debugger != nil, t.left
	t.mu.Unlock()
	if !joined {
		return
	}
	t.Wait(func() {
		select {
		case <-left:
		case <-ctx.Done():
		}
	})
}

// Probe returns what a session must call to be debugged from its start on by
// the debugger that has joined; nil if none has.
func (t *Target) Probe() *session.Probe {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.debugger == nil {
		return nil
	}
	return t.debugger.Probe()
}

// Part ends what Join began, once the running command has ended. The debugger
// must no longer stop it.
func (t *Target) Part() {
	release, ok := t.hold(context.Background(), true)
	if !ok {
		return
	}
	defer release()
	t.debugger.Detach()
	t.debugger, t.played = nil, nil
	close(t.left)
	t.Left()
}

// Stop is for a debugger that has stopped the game: the game stays where it is
// until wait returns, and may be inspected meanwhile.
func (t *Target) Stop(at string, wait func()) {
	t.mu.Lock()
	t.stopped = true
	close(t.stops)
	t.mu.Unlock()
	t.Stopped(at)
	wait()
	t.mu.Lock()
	t.stopped, t.stops = false, make(chan struct{})
	t.mu.Unlock()
	t.Stopped("")
}

// Hold waits until the game may be inspected: between two commands, or where it
// has stopped. It returns ok == false if the context ends first.
func (t *Target) Hold(ctx context.Context) (release func(), ok bool) { return t.hold(ctx, false) }

func (t *Target) hold(ctx context.Context, between bool) (release func(), ok bool) {
	for {
		t.mu.Lock()
		gate, stops := t.gate, t.stops
		if t.stopped && !between || gate == nil {
			return t.mu.Unlock, true
		}
		t.mu.Unlock()
		if between {
			stops = nil
		}
		select {
		case gate <- struct{}{}:
		default:
			select {
			case gate <- struct{}{}:
			case <-stops:
				continue
			case <-t.over:
				return nil, false
			case <-ctx.Done():
				return nil, false
			}
		}
		t.mu.Lock()
		if t.gate == gate {
			return func() { t.mu.Unlock(); <-gate }, true
		}
		t.mu.Unlock() // another game is played now
		<-gate
	}
}
