package transport

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"sleight/runtime/server/protocol"
)

// The limits that keep one client from harming the others.
const (
	maxStreams        = 100              // concurrent event streams
	writeTimeout      = 10 * time.Second // for one event to a client
	headTimeout       = 5 * time.Second
	bodyTimeout       = 30 * time.Second
	keepAliveInterval = 15 * time.Second // interval of keep-alive comments on a quiet stream
	maxKept           = 4 << 10          // size of the buffer that a stream reuses for its next event
)

// Options configures how the protocol is served over HTTP.
type Options struct {
	// Token must be given with every call, as ?token= or as a bearer token.
	Token string
	// Hosts are the names, with port, by which clients may call the server.
	Hosts []string
	// Rights are the rights of clients; debugging is only for clients on this
	// machine.
	Rights protocol.Rights
	// Page is served to browsers at /; nil for none.
	Page http.Handler
}

// Token returns a new token that cannot be guessed.
func Token() string { return rand.Text() }

// site serves HTTP.
type site struct {
	Options
	server *protocol.Server

	mutex   sync.Mutex // guards streams
	streams map[string]*protocol.Client
}

// Handler serves a protocol: POST /rpc takes a message, GET /events is a stream
// of notifications. The first event names the client; calls with that name in
// the header Sleight-Client belong to that client.
func Handler(s *protocol.Server, o Options) http.Handler {
	site := &site{Options: o, server: s, streams: map[string]*protocol.Client{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /rpc", site.requireToken(site.rpc))
	mux.HandleFunc("GET /events", site.requireToken(site.events))
	mux.HandleFunc("GET /art/{pack}/{name...}", site.requireToken(site.art))
	if o.Page != nil {
		mux.Handle("GET /", o.Page)
	}
	return site.check(mux)
}

// check admits only requests that are addressed to this server and were not
// sent by a page of another site.
func (s *site) check(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(s.Hosts, strings.ToLower(r.Host)) {
			http.Error(w, "this server is not called "+r.Host, http.StatusMisdirectedRequest)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+strings.ToLower(r.Host) {
			http.Error(w, "calls from other sites are not answered", http.StatusForbidden)
			return
		}
		setSecurityHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

// setSecurityHeaders sets the headers that keep pages from loading anything from other
// hosts.
func setSecurityHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// requireToken requires the token.
func (s *site) requireToken(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.URL.Query().Get("token")
		if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			token = bearer
		}
		if subtle.ConstantTimeCompare([]byte(token), []byte(s.Token)) != 1 {
			http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

// rights returns what the sender may do: debug only on this machine.
func (s *site) rights(r *http.Request) protocol.Rights {
	host, _, _ := net.SplitHostPort(r.RemoteAddr) // empty if it fails
	rights := s.Rights
	rights.Debug = rights.Debug && net.ParseIP(host).IsLoopback()
	return rights
}

// art serves a picture from a pack. A browser that opens it can neither run nor
// load anything.
func (s *site) art(w http.ResponseWriter, r *http.Request) { art(s.server, w, r) }

func art(s *protocol.Server, w http.ResponseWriter, r *http.Request) {
	p, ok := s.Picture(r.PathValue("pack"), r.PathValue("name"))
	if !ok {
		http.Error(w, "there is no such picture", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", p.Type)
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == p.Sum {
		h.Set("Cache-Control", "private, max-age=31536000, immutable")
	}
	_, _ = w.Write(p.Data) // it fails only if the client has gone
}

func (s *site) rpc(w http.ResponseWriter, r *http.Request) {
	body, ok := readMessage(w, r, maxMessage)
	if !ok {
		return
	}
	answer, ok := s.handle(r, body)
	reply(w, answer, ok)
}

// readMessage reads the message of a call, or responds with an error.
func readMessage(w http.ResponseWriter, r *http.Request, most int64) (body []byte, ok bool) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
		http.Error(w, "a call must be application/json", http.StatusUnsupportedMediaType)
		return nil, false
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		http.Error(w, fmt.Sprintf("a message is longer than %d bytes", most), http.StatusRequestEntityTooLarge)
	case err != nil:
		http.Error(w, "the message did not arrive", http.StatusBadRequest)
	}
	return body, err == nil
}

// reply writes the answer to a call. It returns ok == false if the client is
// gone.
func reply(w http.ResponseWriter, answer []byte, ok bool) {
	switch {
	case !ok:
		http.Error(w, "that client is gone: open /events again", http.StatusGone)
	case answer == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(answer)
	}
}

// handle passes a message to the client that sent it, or to a temporary one.
func (s *site) handle(r *http.Request, body []byte) (answer []byte, ok bool) {
	name := r.Header.Get("Sleight-Client")
	if name == "" {
		c := s.server.Connect(s.rights(r))
		defer c.Close()
		return c.Handle(r.Context(), body), true
	}
	s.mutex.Lock()
	listener := s.streams[name]
	s.mutex.Unlock()
	if listener == nil {
		return nil, false
	}
	return listener.Handle(r.Context(), body), true
}

func (s *site) events(w http.ResponseWriter, r *http.Request) {
	name, listener := Token(), s.server.Connect(s.rights(r))
	defer listener.Close()
	s.mutex.Lock()
	full := len(s.streams) >= maxStreams
	if !full {
		s.streams[name] = listener
	}
	s.mutex.Unlock()
	if full {
		http.Error(w, "too many event streams are open", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		s.mutex.Lock()
		delete(s.streams, name)
		s.mutex.Unlock()
	}()
	streamEvents(w, r, name, listener, func() bool { return true })
}

// streamEvents writes the notifications of a client as events until the client has gone
// or may no longer stay.
func streamEvents(w http.ResponseWriter, r *http.Request, name string, listener *protocol.Client, stays func() bool) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // makes proxies pass events on at once
	out := http.NewResponseController(w)
	var event []byte // written in one piece, as one packet where it fits
	send := func(head string, data []byte) bool {
		event = append(append(append(event[:0], head...), data...), "\n\n"...)
		_ = out.SetWriteDeadline(time.Now().Add(writeTimeout))
		_, err := w.Write(event)
		if cap(event) > maxKept {
			event = nil
		}
		return err == nil && out.Flush() == nil
	}
	alive := send("event: client\ndata: ", []byte(name))
	for alive && r.Context().Err() == nil && stays() {
		ctx, cancel := context.WithTimeout(r.Context(), keepAliveInterval)
		line, ok := listener.Next(ctx)
		cancel()
		if ok {
			alive = send("data: ", line)
		} else {
			alive = send(": still here", nil)
		}
	}
}
