package transport

import (
	"cmp"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"sleight/runtime/server/protocol"
)

// The limits of hosted tables that no option changes.
const (
	maxSeatMessage = 64 << 10         // bytes of a call
	joinTimeout    = 10 * time.Second // for a stream that has no seat
	maxAddresses   = 100_000          // remembered at a time
	sweepInterval  = time.Second      // between two searches for addresses to forget
)

// TableOptions configures how hosted tables are served over HTTP. A zero number
// is the usual value.
type TableOptions struct {
	// Hosts are the names, with port, by which clients may call the server, and
	// URL the address by which they reach it through a proxy; empty for none.
	Hosts []string
	URL   string
	// Page serves the files of the table's page.
	Page http.Handler
	// Operator is the token of the operator, who opens tables by POST
	// /operator; empty if there is no operator.
	Operator string
	// Proxy means that a proxy adds the address of the client at the end of
	// X-Forwarded-For.
	Proxy bool
	// Streams is the number of clients at a time, and StreamsEach that of
	// clients with one address. CallsEach is the number of calls per second
	// from one address; bursts of twice as many are allowed. Each call of a
	// batch counts.
	Streams, StreamsEach int
	CallsEach            float64
}

// tableServer serves hosted tables.
type tableServer struct {
	TableOptions
	server *protocol.Server
	origin string // of pages that come through the proxy

	mutex     sync.Mutex // guards the fields below
	streams   map[string]*protocol.Client
	addresses map[string]*visitor
	swept     time.Time // when idle addresses were last forgotten
}

// visitor is the record of an address.
type visitor struct {
	streams int
	left    float64 // calls
	last    time.Time
}

// Tables serves hosted tables: below /t/ID/ is the page of a table, and POST
// rpc and GET events serve the protocol as Handler does, but only the methods of
// seats. The token of a seat is part of a message, never of an address.
func Tables(s *protocol.Server, o TableOptions) http.Handler {
	o.Streams, o.StreamsEach, o.CallsEach = cmp.Or(o.Streams, 10_000), cmp.Or(o.StreamsEach, 40), cmp.Or(o.CallsEach, 100)
	h := &tableServer{TableOptions: o, server: s, streams: map[string]*protocol.Client{}, addresses: map[string]*visitor{}}
	if scheme, host, ok := strings.Cut(o.URL, "://"); ok {
		host, _, _ = strings.Cut(strings.ToLower(host), "/")
		h.origin = scheme + "://" + host
		h.Hosts = append(slices.Clone(h.Hosts), host)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /t/{id}/rpc", h.rpc)
	mux.HandleFunc("GET /t/{id}/events", h.events)
	mux.HandleFunc("GET /t/{id}/art/{pack}/{name...}", func(w http.ResponseWriter, r *http.Request) { art(s, w, r) })
	mux.HandleFunc("GET /t/{id}/{file...}", h.page)
	mux.HandleFunc("POST /operator", h.operator)
	return h.check(mux)
}

// check admits only requests that are addressed to this server and were not sent
// by a page of another site, as many as one address may send.
func (s *tableServer) check(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := strings.ToLower(r.Host)
		if !slices.Contains(s.Hosts, host) {
			http.Error(w, "this server is not called "+r.Host, http.StatusMisdirectedRequest)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+host && origin != s.origin {
			http.Error(w, "calls from other sites are not answered", http.StatusForbidden)
			return
		}
		if !s.limit(w, r, 1) {
			return
		}
		setSecurityHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

// address returns the key that identifies the sender of a request for limits:
// its address or, where everyone has many addresses, its network.
func (s *tableServer) address(r *http.Request) string {
	text, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		text = r.RemoteAddr
	}
	if all := r.Header.Values("X-Forwarded-For"); s.Proxy && len(all) > 0 {
		last := all[len(all)-1]
		text = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	}
	ip, _ := netip.ParseAddr(text) // all invalid addresses share one limit
	ip = ip.Unmap()
	if network, err := ip.Prefix(64); err == nil {
		return network.String()
	}
	return ip.String()
}

// visit returns the record of an address. The caller holds the mutex.
func (s *tableServer) visit(address string) *visitor {
	now := time.Now()
	v := s.addresses[address]
	if v == nil {
		if len(s.addresses) >= maxAddresses && now.Sub(s.swept) >= sweepInterval {
			s.swept = now
			for key, other := range s.addresses { // forget addresses that have not called lately
				if other.streams == 0 && now.Sub(other.last) > 10*time.Second {
					delete(s.addresses, key)
				}
			}
		}
		if v = (&visitor{left: float64(2 * s.CallsEach), last: now}); len(s.addresses) < maxAddresses {
			s.addresses[address] = v
		}
	}
	v.left = min(2*s.CallsEach, v.left+float64(s.CallsEach*now.Sub(v.last).Seconds()))
	v.last = now
	return v
}

// allow reports whether an address may make so many more calls.
func (s *tableServer) allow(address string, calls int) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	v := s.visit(address)
	if v.left < float64(calls) {
		return false
	}
	v.left -= float64(calls)
	return true
}

// limit is allow for the sender of a request, which it answers if it may not.
func (s *tableServer) limit(w http.ResponseWriter, r *http.Request, calls int) (ok bool) {
	if ok = s.allow(s.address(r), calls); !ok {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "too many calls come from this address; slow down", http.StatusTooManyRequests)
	}
	return ok
}

func (s *tableServer) rpc(w http.ResponseWriter, r *http.Request) {
	body, ok := readMessage(w, r, maxSeatMessage)
	if !ok || !s.limit(w, r, protocol.Requests(body)-1) { // check has counted one
		return
	}
	name := r.Header.Get("Sleight-Client")
	if name == "" {
		c := s.server.Connect(protocol.Rights{Seats: true})
		defer c.Close()
		reply(w, c.Handle(r.Context(), body), true)
		return
	}
	s.mutex.Lock()
	c := s.streams[name]
	s.mutex.Unlock()
	if c == nil {
		reply(w, nil, false)
		return
	}
	reply(w, c.Handle(r.Context(), body), true)
}

func (s *tableServer) events(w http.ResponseWriter, r *http.Request) {
	name, c, address := Token(), s.server.Connect(protocol.Rights{Seats: true}), s.address(r)
	defer c.Close()
	leave, ok := s.admit(name, c, address)
	if !ok {
		http.Error(w, "too many event streams are open", http.StatusServiceUnavailable)
		return
	}
	defer leave()
	began := time.Now()
	streamEvents(w, r, name, c, func() bool { return c.Seated() || time.Since(began) < joinTimeout })
}

// admit adds a stream of an address, until leave is called, if there is room for it.
func (s *tableServer) admit(name string, c *protocol.Client, address string) (leave func(), ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	v := s.visit(address)
	if len(s.streams) >= s.Streams || v.streams >= s.StreamsEach {
		return nil, false
	}
	s.streams[name] = c
	v.streams++
	return func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		delete(s.streams, name)
		v.streams--
	}, true
}

// page serves the files of the page as if they were at /.
func (s *tableServer) page(w http.ResponseWriter, r *http.Request) {
	if s.Page == nil {
		http.NotFound(w, r)
		return
	}
	file := r.PathValue("file")
	if file == "" {
		file = "seat.html"
	}
	inner := r.Clone(r.Context())
	inner.URL.Path = "/" + file
	s.Page.ServeHTTP(w, inner)
}

func (s *tableServer) operator(w http.ResponseWriter, r *http.Request) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if s.Operator == "" || subtle.ConstantTimeCompare([]byte(token), []byte(s.Operator)) != 1 {
		http.Error(w, "the token is missing or wrong", http.StatusUnauthorized)
		return
	}
	body, ok := readMessage(w, r, maxSeatMessage)
	if !ok {
		return
	}
	c := s.server.Connect(protocol.Rights{Tables: true})
	defer c.Close()
	reply(w, c.Handle(r.Context(), body), true)
}
