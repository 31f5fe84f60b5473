package queue

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"sleight/runtime/sim/dispatch"
)

// machine is a coordinator or a worker.
type machine interface {
	Receive(dispatch.Time, dispatch.Message)
	Answer(dispatch.Time, dispatch.Answer)
	Tick(dispatch.Time)
	Wake() (dispatch.Time, bool)
	Ended() (bool, error)
}

// node connects a machine to the server. The goroutine that calls run handles
// all inputs of the machine.
type node struct {
	server *Server
	id     string
	// ctx cancels the machine's pending requests.
	ctx           context.Context
	stop          context.CancelFunc
	subscriptions []*nats.Subscription
	inbox         chan *nats.Msg
	answers       chan dispatch.Answer
	asking        sync.WaitGroup  // the pending requests
	inputs        chan func()     // other inputs
	reported      map[string]bool // foreign machines that were reported
}

// inboxSize is the maximum number of messages queued for a machine. Further ones
// are lost, and sent again if they matter.
const inboxSize = 4096

// join subscribes to the messages for a machine and to those for all machines
// of its kind.
func (s *Server) join(as kind) (*node, error) {
	n := &node{
		server: s, id: nats.NewInbox()[len(nats.InboxPrefix):],
		inbox: make(chan *nats.Msg, inboxSize), answers: make(chan dispatch.Answer), inputs: make(chan func()),
		reported: map[string]bool{},
	}
	n.ctx, n.stop = context.WithCancel(context.Background())
	for _, subject := range []string{as.subject("*"), toNode + n.id} {
		subscription, err := s.connection.ChanSubscribe(subject, n.inbox)
		if err != nil {
			n.leave()
			return nil, err
		}
		n.subscriptions = append(n.subscriptions, subscription)
	}
	return n, nil
}

// leave undoes join, cancels the machine's pending requests, and waits for them:
// once it returns, none of them sends anything.
func (n *node) leave() {
	n.stop()
	n.asking.Wait()
	for _, subscription := range n.subscriptions {
		_ = subscription.Unsubscribe()
	}
}

// Send implements dispatch.Port. Messages that cannot be sent are lost.
func (n *node) Send(m dispatch.Message) {
	subject := toNode + m.To
	switch {
	case m.To != "":
	case m.Kind == dispatch.Open || m.Kind == dispatch.Over:
		subject = workers.subject("v" + version)
	default:
		subject = jobs.subject("v" + version)
	}
	if data, err := json.Marshal(m); err == nil {
		_ = n.server.connection.Publish(subject, data)
	}
}

// Ask implements dispatch.Port.
func (n *node) Ask(r dispatch.Request) {
	r.From = n.id
	n.asking.Go(func() {
		a := n.server.do(n.ctx, r)
		select {
		case n.answers <- a:
		case <-n.ctx.Done():
		}
	})
}

// Notify implements dispatch.Port.
func (n *node) Notify(notice dispatch.Notice) { n.server.notify(notice) }

// input makes the machine's goroutine call a function.
func (n *node) input(f func()) {
	select {
	case n.inputs <- f:
	case <-n.ctx.Done():
	}
}

// run passes inputs to the machine until the machine or the context has ended.
func (n *node) run(ctx context.Context, m machine) error {
	defer n.leave()
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	s := n.server
	for {
		wake, ok := m.Wake()
		if !ok {
			_, err := m.Ended()
			return err
		}
		alarm.Reset(time.Duration(wake - s.now()))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-alarm.C:
			if err := s.lossError(); err != nil {
				return err
			}
			m.Tick(s.now())
		case raw := <-n.inbox:
			var message dispatch.Message
			switch err := json.Unmarshal(raw.Data, &message); {
			case foreignVersion(raw.Subject) != "":
				n.reportForeign(foreignVersion(raw.Subject), message)
			case err == nil:
				m.Receive(s.now(), message)
			}
		case a := <-n.answers:
			m.Answer(s.now(), a)
		case f := <-n.inputs:
			f()
		}
	}
}
