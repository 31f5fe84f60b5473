package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"runtime/debug"
	"sync"

	"sleight/runtime/content/locale"
)

// Rights are what a client may do beside playing and looking.
type Rights struct {
	// Debug allows it to evaluate, to try values, to write content and to save.
	Debug bool
	// Saves allows it to take games away as saves, which hold the seed and all
	// that is hidden.
	Saves bool
}

// Client is one program that talks to a server. Any number of goroutines may
// call; Next waits in one.
type Client struct {
	server *Server
	rights Rights
	// watching are the sessions it is told of, with the player it sees them
	// as; guarded by the server's mutex.
	watching map[string]int
	// running are its simulations; guarded like watching.
	running map[string]context.CancelFunc
	ctx     context.Context
	stop    context.CancelFunc

	mutex sync.Mutex // guards what follows
	// calls are those under way, by their ids.
	calls map[string]context.CancelFunc
	// language is what the client gets texts in.
	language locale.Language
	// letters wait to be sent, one of each key, in the order of keys: a newer
	// one takes the place of an older. So a client that reads slowly misses
	// moments, but neither grows nor makes others wait.
	letters map[string]func() []byte
	keys    []string
	wake    chan struct{}
}

// Connect takes in a client, until it is closed.
func (s *Server) Connect(r Rights) *Client {
	c := &Client{
		server: s, rights: r, watching: map[string]int{}, running: map[string]context.CancelFunc{}, letters: map[string]func() []byte{},
		calls: map[string]context.CancelFunc{}, wake: make(chan struct{}, 1), language: s.options.Language,
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	s.mutex.Lock()
	s.clients[c] = true
	s.mutex.Unlock()
	return c
}

// Close ends what the client has going, save its sessions.
func (c *Client) Close() {
	c.stop()
	c.server.mutex.Lock()
	delete(c.server.clients, c)
	c.server.mutex.Unlock()
}

func (c *Client) lang() locale.Language {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.language
}

func (c *Client) setLanguage(lang locale.Language) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.language = lang
}

func (c *Client) post(key string, message func() []byte) {
	c.mutex.Lock()
	waiting := c.letters[key] != nil
	if !waiting {
		c.keys = append(c.keys, key)
	}
	c.letters[key] = message
	c.mutex.Unlock()
	if waiting {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Next waits for a notification, as one line of JSON without its end. It is
// not ok when the context or the client has ended.
func (c *Client) Next(ctx context.Context) (line []byte, ok bool) {
	for {
		if message := c.take(); message != nil {
			if line, ok := c.written(message); ok {
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

func (c *Client) take() func() []byte {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.keys) == 0 {
		return nil
	}
	key := c.keys[0]
	c.keys = c.keys[1:]
	message := c.letters[key]
	delete(c.letters, key)
	return message
}

// encoded makes a notification that is written once, however many it goes to.
func encoded(method string, params any) func() []byte {
	return sync.OnceValue(func() []byte { return encode(notification{"2.0", method, params}) })
}

func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic("protocol: " + err.Error()) // all messages are of our own types
	}
	return bytes.TrimRight(out.Bytes(), "\n")
}

// written writes a notification. It is not ok when that failed, which is an
// incident of the notification only.
func (c *Client) written(message func() []byte) (line []byte, ok bool) {
	defer func() {
		if cause := recover(); cause != nil {
			_ = c.server.incident("a notification", cause, debug.Stack())
		}
	}()
	return message(), true
}
