// Package reload reports which files an editor has saved, once per save, and
// keeps the last good content live while a save is broken.
//
// Layer reload. It knows diag, and which files are pictures; it does not know
// packs, catalogs, scripts or games: the caller decides what to build from the
// files and what to do with it. Only this package knows fsnotify.
//
// The operating system's events are only hints. A hint starts a wait for quiet.
// Then the folders are listed, files that a hint named or whose stat differs
// are read, and content hashes decide. So it does not matter how an editor
// saves, whether events were lost, or whether there are any: without events,
// the same listing runs at intervals.
//
// A change comes with a snapshot of all files as reported. A rebuild reads the
// snapshot, not the disk, which may keep changing.
package reload
