// Package reload tells which files an editor has saved, once per save, and
// keeps the last good content live while a save is broken.
//
// Layer reload. It knows diag; it does not know packs, catalogs, scripts or games:
// what is built from the files, and what is done with it, is the caller's. It
// alone knows fsnotify.
//
// The operating system's events are hints and no more. A hint starts a wait
// for quiet, after which the folders are listed, what a hint named or a stat
// shows to differ is read, and the contents' hashes decide. So it does not
// matter how an editor saves, whether events were lost, or whether there are
// any: without them the same listing is made at intervals.
//
// A change comes with a picture of all files as they were told of. Whoever
// rebuilds reads that, and not the disk, which may go on changing meanwhile.
package reload
