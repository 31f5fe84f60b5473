package reload

import (
	"errors"
	"os"
	"strings"
	"syscall"

	"sleight/runtime/diag"
)

// limits are the bounds of Linux on watching, by the errors that reaching them
// gives.
var limits = [...]struct {
	err  error
	name string
	what string
}{
	{syscall.ENOSPC, "fs.inotify.max_user_watches", "watched folders"},
	{syscall.EMFILE, "fs.inotify.max_user_instances", "watching programs"},
}

// Notice reports that folders are listed at intervals instead of watched, and which
// limit was reached; ok is false as long as there are events.
func (w *Watcher) Notice() (d diag.Diagnostic, ok bool) {
	err := w.Polling()
	if err == nil {
		return d, false
	}
	for _, l := range limits {
		if !errors.Is(err, l.err) {
			continue
		}
		limit := l.name
		if value, err := os.ReadFile("/proc/sys/" + strings.ReplaceAll(l.name, ".", "/")); err == nil {
			limit += " = " + strings.TrimSpace(string(value))
		}
		d = diag.New("reload/polling", diag.Place{}, "edits are noticed with a delay: the limit of %s was reached (%s), so folders are listed at intervals", l.what, limit)
		return d.WithHint("raise the limit with sysctl, or close other programs that watch files"), true
	}
	return diag.New("reload/polling", diag.Place{}, "edits are noticed with a delay: the system does not report them (%v), so folders are listed at intervals", err), true
}
