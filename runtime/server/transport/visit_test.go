package transport

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sleight/runtime/server/protocol"
)

// TestIdleAddressesAreForgotten checks that the number of remembered addresses is
// bounded, and that those which have called recently, or listen, are kept.
func TestIdleAddressesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &tableServer{TableOptions: TableOptions{CallsEach: 1}, addresses: map[string]*visitor{}}
		h.visit("listens").streams++
		for n := range maxAddresses - 2 {
			h.visit(fmt.Sprint(n))
		}
		<-time.After(time.Second) // in virtual time
		h.visit("late")
		for range 3 {
			if !h.allow("more", 1) || len(h.addresses) != maxAddresses {
				t.Errorf("an address too many is refused, or %d are known", len(h.addresses))
			}
		}
		<-time.After(10*time.Second - time.Second + 1) // in virtual time
		h.visit("new")
		for _, name := range []string{"listens", "late", "new"} {
			if h.addresses[name] == nil {
				t.Errorf("%q is forgotten", name)
			}
		}
		if len(h.addresses) != 3 {
			t.Errorf("%d addresses are known", len(h.addresses))
		}
	})
}

// TestManyAddressesAreSearchedRarely checks that when as many addresses as possible are
// remembered, a call from another one does not search all of them each time, and that
// the streams of that one are not counted for it later.
func TestManyAddressesAreSearchedRarely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &tableServer{TableOptions: TableOptions{CallsEach: 1, Streams: 10, StreamsEach: 1}, addresses: map[string]*visitor{}, streams: map[string]*protocol.Client{}}
		for n := range maxAddresses {
			h.visit(fmt.Sprint(n))
		}
		leave, ok := h.admit("stream", nil, "listens")
		if !ok || h.swept.IsZero() {
			t.Fatal("a stream is refused, or no address searched")
		}
		for _, c := range []struct {
			wait   time.Duration
			search bool
		}{{0, false}, {sweepInterval - 1, false}, {1, true}, {1, false}, {20 * time.Second, true}} {
			<-time.After(c.wait) // in virtual time
			before := h.swept
			if h.visit("other"); h.swept.Equal(before) == c.search {
				t.Errorf("%v later, addresses are searched: %t", c.wait, !c.search)
			}
		}
		if v := h.visit("listens"); v.streams != 0 {
			t.Errorf("%d streams", v.streams)
		}
		if leave(); h.visit("listens").streams != 0 || len(h.streams) != 0 {
			t.Errorf("afterwards: %d of %d streams", h.visit("listens").streams, len(h.streams))
		}
	})
}
