package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sleight/runtime/packs/install"
	"sleight/runtime/packs/source"
	"sleight/runtime/packs/trust"
)

func newPackKeygen() *cobra.Command {
	file, protect := "", false
	c := &cobra.Command{
		Use:   "keygen",
		Short: "Make a key to sign packs with",
		Long: `Make two minisign keys: a private one, which sleight pack sign uses, and a public
one, with which others verify your packs. Both are stored in your settings folder
unless --key names a file.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			file, err := keyFile(file)
			if err != nil {
				return err
			}
			password := ""
			if protect {
				if password, err = ask(c, "Password for the new key: "); err != nil {
					return err
				}
				if password == "" {
					return errors.New("--password: the password is empty")
				}
			}
			key, err := trust.Generate()
			if err != nil {
				return err
			}
			if err := key.Write(file, password); err != nil {
				return err
			}
			public := key.Public()
			_, err = fmt.Fprintf(c.OutOrStdout(), "created %s: back it up, and keep it secret\ncreated %s: publish it\n%s\nfingerprint %s\n",
				filepath.ToSlash(file), filepath.ToSlash(trust.PublicFile(file)), public, public.Fingerprint())
			return err
		},
	}
	c.Flags().StringVar(&file, "key", "", "the `FILE` to write, instead of sign.key in your settings folder")
	c.Flags().BoolVar(&protect, "password", false, "ask for a password and protect the key with it")
	return c
}

// keyFile is the path of the private key.
func keyFile(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	config, err := source.ConfigDir()
	return source.KeyFile(config), err
}

// ask asks for a password: on a terminal without echo, otherwise the first line
// of the input.
func ask(c *cobra.Command, prompt string) (string, error) {
	if f, ok := c.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(c.ErrOrStderr(), prompt)
		word, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(c.ErrOrStderr())
		return string(word), err
	}
	line, err := bufio.NewReader(c.InOrStdin()).ReadString('\n')
	if line == "" && err != nil {
		return "", errors.New("a password is needed, but there is no input")
	}
	return strings.TrimRight(line, "\r\n"), nil
}

func newPackSign() *cobra.Command {
	file, asJSON := "", false
	c := &cobra.Command{
		Use:   "sign ARCHIVE",
		Short: "Sign the archive of a pack",
		Long: `Sign the archive of a pack with the key made by sleight pack keygen, or with another
minisign key. The signature is a file beside the archive, with .minisig appended to
its name: publish both. Signing the same archive again gives the same signature.`,
		Args: exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			a, err := openSignedArchive(args[0])
			if err != nil {
				return err
			}
			file, err := keyFile(file)
			if err != nil {
				return err
			}
			key, err := trust.ReadSecret(file, func() (string, error) { return ask(c, "Password of "+file+": ") })
			if err != nil {
				return err
			}
			a.signature = key.Sign(a.bytes, a.one.Name())
			if err := writeWhole(args[0]+source.SignatureSuffix, a.signature); err != nil {
				return err
			}
			public := key.Public()
			name := filepath.ToSlash(args[0] + source.SignatureSuffix)
			if asJSON {
				return writeJSON(c.OutOrStdout(), map[string]string{"file": name, "key": public.String(), "fingerprint": public.Fingerprint()})
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "signed %s: %s\n%s\nfingerprint %s\n", a.one.Name(), name, public, public.Fingerprint())
			return err
		},
	}
	c.Flags().StringVar(&file, "key", "", "the `FILE` of the private key, instead of sign.key in your settings folder")
	c.Flags().BoolVar(&asJSON, "json", false, "write what was done as JSON")
	return c
}

func newPackTrust() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "trust [PACK KEY]",
		Short: "Set the key with which a pack must be signed",
		Long: `Set the key with which a pack must be signed: a public key, which begins with RW, or
the file that holds it. Without arguments, list the packs whose keys are known.

The key of a signed pack is remembered when it is first installed; an archive of
that pack without a signature, or with another, is refused from then on.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return exactly(2)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			store, err := keyStore()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return listKeys(c, store, asJSON)
			}
			key, err := trust.FindKey(args[1])
			if err != nil {
				return err
			}
			if err := store.Trust(args[0], key); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%s must be signed with %s\n", args[0], key.Fingerprint())
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "list as JSON")
	return c
}

func listKeys(c *cobra.Command, store trust.Store, asJSON bool) error {
	all, err := store.All()
	if err != nil {
		return err
	}
	type known struct {
		Pack        string `json:"pack"`
		Key         string `json:"key"`
		Fingerprint string `json:"fingerprint"`
	}
	list := []known{}
	for _, k := range all {
		list = append(list, known{k.Pack, k.Key.String(), k.Key.Fingerprint()})
	}
	if asJSON {
		return writeJSON(c.OutOrStdout(), list)
	}
	if len(list) == 0 {
		fmt.Fprintln(c.OutOrStdout(), "no keys are known yet")
	}
	for _, k := range list {
		fmt.Fprintf(c.OutOrStdout(), "%s  %s\n  %s\n", k.Pack, k.Fingerprint, k.Key)
	}
	return nil
}

func newPackUntrust(w *workspace) *cobra.Command {
	return &cobra.Command{
		Use:   "untrust PACK",
		Short: "Forget the key of a pack",
		Long: `Forget with which key a pack must be signed. The next archive of it that is
installed may be signed with any key, which is remembered, or with none.`,
		Args: exactly(1),
		RunE: func(c *cobra.Command, args []string) error {
			store, err := keyStore()
			if err != nil {
				return err
			}
			known, err := w.knownByKeys(store)
			if err != nil {
				return err
			}
			if !slices.Contains(known, args[0]) {
				return unknown("no key is known for a pack %q", args[0], known)
			}
			if err := store.Forget(args[0]); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "the key of %s is forgotten\n", args[0])
			return err
		},
	}
}

// knownByKeys lists the packs whose keys the user knows, or that are installed
// with a key.
func (w *workspace) knownByKeys(store trust.Store) ([]string, error) {
	known, err := store.Packs()
	if err != nil {
		return nil, err
	}
	dir, err := w.folder()
	if err != nil {
		return nil, err
	}
	if lock, _ := install.At(dir).ReadLockFile(); lock != nil {
		for _, p := range lock.Packs {
			if p.Key != "" {
				known = append(known, p.ID)
			}
		}
	}
	return known, nil
}

func keyStore() (trust.Store, error) {
	config, err := source.ConfigDir()
	return trust.OpenStore(source.StoreFolder(config)), err
}
