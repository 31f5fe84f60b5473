// Package registry brings archives of packs to OCI registries and back, and to
// folders in the layout of such registries.
//
// Layer packs. It knows what an archive and its signature are called and how they
// travel; it does not look into archives, decide whom to trust, or install.
//
// Whatever the other side sends is bounded in size and time, and held against
// the digests that it was announced with, before anybody sees it.
package registry
