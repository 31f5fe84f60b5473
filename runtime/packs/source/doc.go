// Package source is where packs of strangers come from: archives with their
// signatures, and registries.
//
// Layer packs. It brings runtime/packs/registry and runtime/packs/trust together with
// runtime/packs/install, which installs: every pack that it offers is held against the
// key that the pack is known by before a byte of it is installed, and a new key
// is remembered once it is. It does not choose versions and installs nothing.
package source
