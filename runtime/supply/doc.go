// Package supply is where packs of strangers come from: archives with their
// signatures, and registries.
//
// Layer 5. It brings runtime/registry and runtime/trust together with
// runtime/ship, which installs: every pack that it offers is held against the
// key that the pack is known by before a byte of it is installed, and a new key
// is remembered once it is. It does not choose versions and installs nothing.
package supply
