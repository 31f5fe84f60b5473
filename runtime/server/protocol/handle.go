package protocol

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/diag/strictjson"
)

// Handle answers a request or a batch of requests with one line of JSON without
// the line break, or nil if no answer is expected. Calls end early when the
// context does.
func (c *Client) Handle(ctx context.Context, message []byte) []byte {
	message = bytes.TrimSpace(message)
	if !bytes.HasPrefix(message, []byte("[")) {
		return c.handleOne(ctx, message)
	}
	var batch []json.RawMessage
	if err := strictjson.Unmarshal(message, &batch); err != nil {
		return encode(errorResponse(parseError(message, err)))
	}
	if len(batch) == 0 || len(batch) > maxBatch {
		return encode(errorResponse(fail(codeRequest, "a batch holds 1 to %d requests", maxBatch)))
	}
	var out [][]byte
	for _, m := range batch {
		if line := c.handleOne(ctx, m); line != nil {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return slices.Concat([]byte("["), bytes.Join(out, []byte(",")), []byte("]"))
}

// Requests returns the number of requests in a message, for limits: a message that
// is not a batch counts as one.
func Requests(message []byte) int {
	var batch []json.RawMessage
	if bytes.HasPrefix(bytes.TrimSpace(message), []byte("[")) {
		_ = strictjson.Unmarshal(message, &batch) // Handle answers what is wrong
	}
	return max(1, len(batch))
}

// MaxMessage is the maximum size of a client's message, in bytes: more than a
// save needs. Transports do not read longer ones.
const MaxMessage = 4 << 20

// TooLong returns the answer to a message that is longer than MaxMessage.
func TooLong() []byte {
	return encode(errorResponse(fail(codeLimit, "a message is longer than %d bytes", MaxMessage)))
}

func errorResponse(e *Error) *response { return &response{"2.0", json.RawMessage("null"), nil, e} }

// parseError returns why a message cannot be read: it is not JSON, or not a
// request.
func parseError(message []byte, err error) *Error {
	if json.Valid(message) {
		return fail(codeRequest, "this is not a request: %v", err)
	}
	return fail(codeParse, "this is not JSON: %v", err)
}

// requestOf reads a request. It ignores keys that JSON-RPC does not define.
func requestOf(message []byte) (r request, wrong *Error) {
	var all map[string]json.RawMessage
	if err := strictjson.Unmarshal(message, &all); err != nil {
		return r, parseError(message, err)
	}
	r.ID, r.Params = all["id"], all["params"]
	for key, to := range map[string]*string{"jsonrpc": &r.Version, "method": &r.Method} {
		if raw, ok := all[key]; ok {
			_ = strictjson.Unmarshal(raw, to) // anything but a text stays empty
		}
	}
	if r.Version != "2.0" || r.Method == "" || !isID(r.ID) {
		return r, fail(codeRequest, `a request must have "jsonrpc": "2.0", a method, and an id that is a number or a text`)
	}
	return r, nil
}

func isID(id json.RawMessage) bool {
	return id == nil || slices.ContainsFunc([]byte(`"-0123456789n`), func(b byte) bool { return id[0] == b })
}

// handleOne answers one request. A panic in a call becomes the error of the call.
func (c *Client) handleOne(ctx context.Context, message []byte) (line []byte) {
	r, wrong := requestOf(message)
	if wrong != nil {
		return encode(errorResponse(wrong))
	}
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		failed := c.server.incident(r.Method, cause, debug.Stack())
		if line = nil; r.ID != nil {
			line = encode(&response{"2.0", r.ID, nil, failed})
		}
	}()
	ctx, end := c.registerCall(ctx, string(r.ID))
	defer end()
	result, err := c.call(ctx, r.Method, r.Params)
	if r.ID == nil {
		return nil
	}
	return encode(&response{"2.0", r.ID, result, err})
}

// registerCall registers a call under an id until it ends.
func (c *Client) registerCall(ctx context.Context, id string) (_ context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(c.ctx, cancel)
	if id != "" {
		c.mutex.Lock()
		c.calls[id] = cancel
		c.mutex.Unlock()
	}
	return ctx, func() {
		stop()
		cancel()
		if id != "" {
			c.mutex.Lock()
			delete(c.calls, id)
			c.mutex.Unlock()
		}
	}
}

// Urgent reports whether a message must not wait for those before it, because
// it cancels one of them.
func Urgent(message []byte) bool {
	if !bytes.Contains(message, []byte(cancelMethod)) {
		return false
	}
	r, wrong := requestOf(bytes.TrimSpace(message))
	return wrong == nil && r.Method == cancelMethod
}

// cancelMethod is the method that cancels a call.
const cancelMethod = "call/cancel"

func (c *Client) cancelCall(_ context.Context, p Call) (None, *Error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	cancel, ok := c.calls[string(p.ID)]
	if !ok {
		return None{}, fail(codeNotFound, "this client has no running call %s", p.ID)
	}
	cancel()
	return None{}, nil
}

func (c *Client) call(ctx context.Context, name string, params json.RawMessage) (any, *Error) {
	m, ok := c.server.methods[name]
	switch {
	case !ok:
		text := fmt.Sprintf("unknown method %q", name)
		if near, ok := diag.Nearest(name, slices.Collect(maps.Keys(c.server.methods))); ok {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, fail(codeMethod, "%s", text)
	case len(params) > m.bounds.Params:
		return nil, fail(codeLimit, "the params of %s have %d bytes; at most %d are allowed", name, len(params), m.bounds.Params)
	case !c.rights.allow(m.needs):
		return nil, fail(codeForbidden, "this client may not call %s", name)
	case m.needs == debugRight && !c.rights.Debug:
		return nil, fail(codeForbidden, "%s is for debugging: start sleight serve with --debug to allow it", name)
	case m.needs == saveRight && !c.rights.Debug && !c.rights.Saves:
		return nil, fail(codeForbidden, "%s reveals the seed and everything hidden: start sleight serve with --saves or --debug to allow it", name)
	}
	ctx, cancel := context.WithTimeout(ctx, m.bounds.within())
	defer cancel()
	var result any
	err := fail(codeLimit, "%s came too late", name)
	if ctx.Err() == nil {
		result, err = m.call(c, ctx, params)
	}
	switch {
	case err == nil || ctx.Err() == nil:
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fail(codeLimit, "%s took longer than its limit of %d s", name, m.bounds.Seconds)
	default:
		return nil, fail(codeCancelled, "%s was cancelled", name)
	}
	return result, err
}

// Incident is the data of an internal error.
type Incident struct {
	Incident string `json:"incident"`
}

// incident logs an internal error and returns an error for the client that
// identifies the log entry.
func (s *Server) incident(in string, cause any, stack []byte) *Error {
	id := rand.Text()[:8]
	s.log.Error("the server failed", "incident", id, "in", in, "cause", fmt.Sprint(cause), "stack", string(stack))
	e := fail(codeInternal, "the server failed in this call; its log describes incident %s", id)
	e.Data = Incident{id}
	return e
}
