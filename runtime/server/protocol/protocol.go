// Package protocol lets other programs play: it exposes sessions, views,
// commands and content as JSON-RPC 2.0 requests, and reports changes as
// notifications. Several clients may watch one session.
//
// Layer server. It turns messages into session calls and back. It knows no
// game, no rule and no transport: package transport carries the messages.
package protocol

import (
	"encoding/json"
	"fmt"
)

// Version is the version of the protocol. It increases when a message changes
// its meaning or is removed, not when something is added to a message.
const Version = 1

// The error codes, those of JSON-RPC first. A command that the rules refuse, or
// that fails, is not an error: its Reply contains the reason.
const (
	codeParse     = -32700
	codeRequest   = -32600
	codeMethod    = -32601
	codeParams    = -32602
	codeNotFound  = -32001 // no such session, game or definition
	codeForbidden = -32002 // this client may not do that
	codeLimit     = -32003 // a bound of the server is reached
	codeContent   = -32004 // the content does not allow it; the data are problems
	codeCancelled = -32005 // cancelled by the client, or because it disconnected
	codeStale     = -32006 // the table has moved on since
	codeInternal  = -32603 // internal error; the data name the incident
)

// request is a call; without an id it gets no response.
type request struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response is the answer to a call.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// notification reports something that the client did not ask for.
type notification struct {
	Version string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

// Error reports why a call could not be answered.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

// Error implements the error interface.
func (e *Error) Error() string { return e.Message }

func fail(code int, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
