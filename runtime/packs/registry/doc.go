// Package registry pushes pack archives to OCI registries and pulls them, or
// does the same with folders in the OCI image layout.
//
// Layer packs. It knows how an archive and its signature are named and
// transferred; it does not look into archives, decide whom to trust, or
// install.
//
// Everything a registry sends is bounded in size and time, and its digests are
// verified before a caller sees it.
package registry
