// Package protocol lets other programs play: sessions, views, commands and
// content as messages, JSON-RPC 2.0 in the direction of the server and
// notifications back. Several clients may watch one session.
//
// Layer server. It turns messages into calls of sessions and back. It knows no game
// and no rule, and not how messages travel: package serve does.
package protocol

import (
	"encoding/json"
	"fmt"
)

// Version is that of the protocol. It rises when a message changes its meaning
// or goes; what is new in a message does not change it.
const Version = 1

// The codes of errors, those of JSON-RPC first. A command that the rules
// refuse, or that fails, is no error: its Reply says so.
const (
	codeParse     = -32700
	codeRequest   = -32600
	codeMethod    = -32601
	codeParams    = -32602
	codeNotFound  = -32001 // there is no such session, game or definition
	codeForbidden = -32002 // this client may not do that
	codeTooMuch   = -32003 // a bound of the server is reached
	codeContent   = -32004 // the content does not allow it; the data are problems
	codeCancelled = -32005 // the client, or its end, has cancelled it
	codeInternal  = -32603 // the server itself failed; the data name the incident
)

// request is a call; without an id nobody waits for what comes of it.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response is what came of a call.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// notification tells a client of something that it has not asked for.
type notification struct {
	Version string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// Error is why a call could not be answered.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// Error makes it usable where Go wants an error.
func (e *Error) Error() string { return e.Message }

func fail(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
