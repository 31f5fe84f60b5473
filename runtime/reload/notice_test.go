package reload

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestPollingNamesTheLimit checks that users whose edits arrive with a delay
// are informed, and which limit to raise.
func TestPollingNamesTheLimit(t *testing.T) {
	for _, x := range []struct {
		err  error
		want string
	}{
		{os.NewSyscallError("inotify_add_watch", syscall.ENOSPC), "the limit of watched folders was reached (fs.inotify.max_user_watches"},
		{os.NewSyscallError("inotify_init1", syscall.EMFILE), "the limit of watching programs was reached (fs.inotify.max_user_instances"},
		{errors.New("no events here"), "the system does not report them (no events here)"},
	} {
		w, err := watch(t.Context(), Options{Roots: []string{t.TempDir()}}, func() (*source, error) { return nil, x.err })
		if err != nil {
			t.Fatal(err)
		}
		d, ok := w.Notice()
		w.Close()
		if !ok || d.Code != "reload/polling" || !strings.Contains(d.Message.String(), x.want) {
			t.Errorf("%v gives %v", x.err, d)
		}
	}
	w, err := Watch(t.Context(), Options{Roots: []string{t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if d, ok := w.Notice(); ok && w.Polling() == nil {
		t.Errorf("there are events, and noted is %v", d)
	}
}
