package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime/debug"
	"sync"

	"sleight/runtime/content/locale"
	"sleight/runtime/server/host"
)

// Rights are the permissions of a client beyond playing and viewing.
type Rights struct {
	// Debug allows it to evaluate, try values, write content and save.
	Debug bool
	// Saves allows it to get saves of games, which contain the seed and
	// everything hidden.
	Saves bool
	// Seats limits it to the seats of hosted tables, and Tables to opening such
	// tables; such a client has no access to other sessions.
	Seats, Tables bool
}

// allow reports whether a client may call the methods that need a right, as far
// as that does not depend on flags.
func (r Rights) allow(needs right) bool {
	switch needs {
	case anyone:
		return true
	case seatRight:
		return r.Seats
	case tableRight:
		return r.Tables
	}
	return !r.Seats && !r.Tables
}

// Client is one program connected to a server. Its methods are safe for
// concurrent use, except that only one goroutine may wait in Next.
type Client struct {
	server *Server
	rights Rights
	// watching maps each watched session to the player as whom the client sees
	// it; guarded by the server's mutex.
	watching map[string]int
	// running holds its simulations; guarded like watching.
	running map[string]context.CancelFunc
	ctx     context.Context
	stop    context.CancelFunc

	mutex sync.Mutex // guards the fields below
	// calls holds the running calls, by id.
	calls map[string]context.CancelFunc
	// language is the language of the client's texts.
	language    locale.Language
	participant *host.Participant // its seat at a hosted table, or nil
	editor      *editor           // nil until it is opened
	// pending holds pending notifications, one per key: a newer one replaces an
	// older one. A client that reads slowly therefore misses intermediate
	// states, but neither uses ever more memory nor makes others wait. keys
	// lists the keys in the order in which they were first posted.
	pending map[string]func() []byte
	keys    []string
	wake    chan struct{}
}

// Connect adds a client to the server; call Close when it is gone.
func (s *Server) Connect(r Rights) *Client {
	c := &Client{
		server: s, rights: r, watching: map[string]int{}, running: map[string]context.CancelFunc{}, pending: map[string]func() []byte{},
		calls: map[string]context.CancelFunc{}, wake: make(chan struct{}, 1), language: s.options.Language,
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	s.mutex.Lock()
	s.clients[c] = true
	s.mutex.Unlock()
	return c
}

// Close ends the client's calls and simulations. Its sessions go on.
func (c *Client) Close() {
	c.stop()
	c.server.mutex.Lock()
	delete(c.server.clients, c)
	c.server.mutex.Unlock()
	if participant := c.setSeat(nil); participant != nil {
		participant.Leave()
	}
}

func (c *Client) lang() locale.Language {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.language
}

func (c *Client) setLanguage(lang locale.Language) {
	c.mutex.Lock()
	c.language = lang
	participant := c.participant
	c.mutex.Unlock()
	if participant != nil {
		participant.SetLanguage(lang)
	}
}

func (c *Client) post(key string, message func() []byte) {
	c.mutex.Lock()
	waiting := c.pending[key] != nil
	if !waiting {
		c.keys = append(c.keys, key)
	}
	c.pending[key] = message
	c.mutex.Unlock()
	if waiting {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Next waits for a notification and returns it as one line of JSON without the
// line break. It returns ok == false if the context or the client has ended.
func (c *Client) Next(ctx context.Context) (line []byte, ok bool) {
	for {
		if message := c.nextMessage(); message != nil {
			if line, ok := c.encodeSafely(message); ok && line != nil {
				return line, true
			}
			continue
		}
		select {
		case <-ctx.Done():
			return nil, false
		case <-c.ctx.Done():
			return nil, false
		case <-c.wake:
		}
	}
}

func (c *Client) nextMessage() func() []byte {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.keys) == 0 {
		return nil
	}
	key := c.keys[0]
	c.keys = c.keys[1:]
	message := c.pending[key]
	delete(c.pending, key)
	return message
}

// encoded returns a function that encodes a notification once, however many
// clients get it.
func encoded(method string, params any) func() []byte {
	return sync.OnceValue(func() []byte { return encode(notification{"2.0", method, params}) })
}

func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("protocol: " + err.Error()) // all message types are our own
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

// encodeSafely encodes a notification. It returns ok == false if that panicked;
// the panic is logged as an incident and affects only this notification.
func (c *Client) encodeSafely(message func() []byte) (line []byte, ok bool) {
	defer func() {
		if cause := recover(); cause != nil {
			_ = c.server.incident("a notification", cause, debug.Stack())
		}
	}()
	return message(), true
}
