package trust

import (
	"fmt"
	"io"
	"os"
)

// readSmall reads a key file.
func readSmall(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxKey+1))
	if err == nil && len(data) > maxKey {
		err = fmt.Errorf("%s: the file has more than %d bytes, which no key has", name, maxKey)
	}
	return data, err
}
