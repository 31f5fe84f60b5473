// Package install makes archives of packs and installs them.
//
// Layer packs. It knows packs as files: what belongs to one, its digest, which
// versions go together, where it is kept. It does not know what is in a
// definition and does not load content; who builds an archive has checked it
// first. Where packs come from is behind Source: this package has files and
// folders, others bring registries.
//
// An archive is one for its files: whoever packs the same files gets the same
// bytes, so that the digest of the files (h1:, as of Go's modules) stands for
// the archive too. What is installed has been packed anew, whatever it was
// unpacked from.
//
// An installation is the file sleight.lock in the folder of a workspace and the
// archives that it names. A change writes new archives beside the old ones,
// then the lock, then removes what the lock names no longer; it can end
// anywhere and has then happened or not.
package install
