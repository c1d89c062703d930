package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	origin  = "go.example/log"
	oldSize = 300
	newSize = 600
)

// hashes is a log in memory: the hashes that tlog stores for its entries, in their order.
type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, index := range indexes {
		found = append(found, h[index])
	}
	return found, nil
}

// makeFiles writes a log of 600 entries, "entry 0" to "entry 599".
func makeFiles(dir string) {
	var log hashes
	for index := int64(0); index < newSize; index++ {
		stored, err := tlog.StoredHashes(index, []byte(fmt.Sprintf("entry %d", index)), log)
		must(err)
		log = append(log, stored...)
	}
	// A key of no secrecy, so that the files are the same each time.
	secret, public, err := note.GenerateKey(bytes.NewReader(bytes.Repeat([]byte{7}, 64)), origin)
	must(err)
	signer, err := note.NewSigner(secret)
	must(err)
	head := func(size int64) string {
		root, err := tlog.TreeHash(size, log)
		must(err)
		text := fmt.Sprintf("%s\n%d\n%s\n", origin, size, root)
		signed, err := note.Sign(&note.Note{Text: text}, signer)
		must(err)
		return string(signed)
	}
	write(dir, "key.txt", public+"\n")
	write(dir, "old-checkpoint.txt", head(oldSize))
	for _, index := range []int64{0, 255, 256, 511, 512, 599} {
		proof, err := tlog.ProveRecord(newSize, index, log)
		must(err)
		lines := base64Lines(proof)
		write(dir, fmt.Sprintf("%d.tlog-proof", index), fmt.Sprintf("c2sp.org/tlog-proof@v1\nindex %d\n%s\n%s", index, lines, head(newSize)))
	}
	proof, err := tlog.ProveTree(newSize, oldSize, log)
	must(err)
	write(dir, "consistency.txt", fmt.Sprintf("old %d\n%s\n%s", oldSize, base64Lines(proof), head(newSize)))
	for _, tile := range tilesOf(newSize) {
		content, err := tlog.ReadTileData(tile, log)
		must(err)
		write(dir, tilePath(tile), string(content))
	}
	var paths []string
	for _, tile := range tilesOf(70000) {
		paths = append(paths, tilePath(tile)+"\n")
	}
	write(dir, "tiles-of-70000.txt", strings.Join(paths, ""))
}

// tilesOf lists the tiles of a log of a size. NewTiles also lists every narrower partial tile, which smaller sizes had.
func tilesOf(size int64) []tlog.Tile {
	var tiles []tlog.Tile
	for _, tile := range tlog.NewTiles(8, 0, size) {
		if last := len(tiles) - 1; last >= 0 && tiles[last].L == tile.L && tiles[last].N == tile.N {
			tiles[last] = tile
		} else {
			tiles = append(tiles, tile)
		}
	}
	return tiles
}

func base64Lines(list []tlog.Hash) string {
	var lines strings.Builder
	for _, one := range list {
		lines.WriteString(base64.StdEncoding.EncodeToString(one[:]) + "\n")
	}
	return lines.String()
}

func write(dir, name, content string) {
	path := filepath.Join(dir, name)
	must(os.MkdirAll(filepath.Dir(path), 0o777))
	must(os.WriteFile(path, []byte(content), 0o666))
}
