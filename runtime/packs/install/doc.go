// Package install packs archives of packs and installs them.
//
// Layer packs. It knows packs as files: which files belong to a pack, its
// digest, which versions are compatible, where it is stored. It does not know
// what is in a definition and does not load content; callers check a pack
// before they build its archive. Packs come from a Source: this package has
// files and folders, other packages add registries.
//
// Archives are reproducible: the same files always give the same bytes, so the
// digest of the files (h1:, as in Go modules) identifies the archive too. Every
// pack is repacked when it is installed.
//
// An installation is the file sleight.lock in a workspace folder and the
// archives it names. A change writes new archives beside the old ones, then the
// lock, then removes archives the lock no longer names; if it is interrupted at
// any point, it has happened completely or not at all.
package install
