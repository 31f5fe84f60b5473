package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"

	"sleight/runtime/content/locale"
)

// Client is one program that talks to a server. Any number of goroutines may
// call; Next waits in one.
type Client struct {
	server *Server
	debug  bool
	// watching are the sessions it is told of, with the player it sees them
	// as; guarded by the server's mutex.
	watching map[string]int
	// running are its simulations; guarded like watching.
	running map[string]context.CancelFunc
	ctx     context.Context
	stop    context.CancelFunc

	mutex sync.Mutex // guards what follows
	// language is what the client gets texts in.
	language locale.Language
	// letters wait to be sent, one of each key, in the order of keys: a newer
	// one takes the place of an older. So a client that reads slowly misses
	// moments, but neither grows nor makes others wait.
	letters map[string]func() []byte
	keys    []string
	wake    chan struct{}
}

// Connect takes in a client, until it is closed. Debug allows it to evaluate,
// to try values and to write content.
func (s *Server) Connect(debug bool) *Client {
	c := &Client{
		server: s, debug: debug, watching: map[string]int{}, running: map[string]context.CancelFunc{}, letters: map[string]func() []byte{},
		wake: make(chan struct{}, 1), language: s.options.Language,
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
			return message(), true
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

// Handle answers a request or a batch of them, as one line of JSON without its
// end; nil where nobody waits for an answer.
func (c *Client) Handle(message []byte) []byte {
	message = bytes.TrimSpace(message)
	if !bytes.HasPrefix(message, []byte("[")) {
		if r := c.one(message); r != nil {
			return encode(r)
		}
		return nil
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(message, &batch); err != nil {
		return encode(broken(fail(codeParse, "this is no JSON: %v", err)))
	}
	if len(batch) == 0 || len(batch) > maxBatch {
		return encode(broken(fail(codeRequest, "a batch holds 1 to %d requests", maxBatch)))
	}
	var out []*response
	for _, m := range batch {
		if r := c.one(m); r != nil {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return encode(out)
}

func broken(e *Error) *response { return &response{"2.0", json.RawMessage("null"), nil, e} }

// one answers one request.
func (c *Client) one(message []byte) *response {
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		if json.Valid(message) {
			return broken(fail(codeRequest, "this is no request: %v", err))
		}
		return broken(fail(codeParse, "this is no JSON: %v", err))
	}
	if r.Version != "2.0" || r.Method == "" || !isID(r.ID) {
		return broken(fail(codeRequest, `a request has "jsonrpc": "2.0", a method, and an id that is a number or a text`))
	}
	result, err := c.call(r.Method, r.Params)
	switch {
	case r.ID == nil:
		return nil
	case err != nil:
		return &response{"2.0", r.ID, nil, err}
	}
	return &response{"2.0", r.ID, result, nil}
}

func isID(id json.RawMessage) bool {
	return id == nil || slices.ContainsFunc([]byte(`"-0123456789n`), func(b byte) bool { return id[0] == b })
}

func (c *Client) call(name string, params json.RawMessage) (any, *Error) {
	m, ok := c.server.methods[name]
	switch {
	case !ok:
		return nil, fail(codeMethod, "there is no method %q", name)
	case m.debug && !c.debug:
		return nil, fail(codeForbidden, "%s is for debugging, which is not allowed here", name)
	}
	return m.call(c, params)
}
