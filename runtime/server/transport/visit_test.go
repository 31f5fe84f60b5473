package transport

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
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
