// Package source finds packs in archives, with their signatures, and in
// registries.
//
// Layer packs. It connects runtime/packs/registry and runtime/packs/trust to
// runtime/packs/install: every pack it offers is checked against the key the
// pack is known by before a byte of it is installed, and a new key is stored
// once the pack is installed. It does not choose versions or install anything.
package source
