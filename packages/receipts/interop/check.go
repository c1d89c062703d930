package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// checkFile checks a file by the kind that its name says.
func checkFile(dir, name string, keys note.Verifiers) error {
	text := read(dir, name)
	switch filepath.Ext(name) {
	case ".note":
		_, err := openNote(text, keys)
		return err
	case ".receipt":
		return checkReceipt(text, keys)
	case ".consistency":
		return checkConsistency(text, keys)
	case ".tiles":
		return checkTiles(dir, text, keys)
	}
	return errors.New("a file of no known kind")
}

// checkpoint opens the head of a log: it is signed by the log that it names, and by a witness.
func checkpoint(text string, keys note.Verifiers) (tree tlog.Tree, err error) {
	opened, err := openNote(text, keys)
	if err != nil {
		return tree, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 {
		return tree, refusal("checkpoint-too-short")
	}
	if tree.N, err = decimal(lines[1]); err != nil {
		return tree, refusal("checkpoint-size-malformed")
	}
	if tree.Hash, err = hash(lines[2]); err != nil {
		return tree, refusal("checkpoint-root-malformed")
	}
	isByLog, isByThisLog, isCosigned := false, false, false
	for _, signature := range opened.Sigs {
		isWitness := strings.HasPrefix(signature.Name, "witness.")
		isByLog = isByLog || !isWitness
		isByThisLog = isByThisLog || signature.Name == lines[0]
		isCosigned = isCosigned || isWitness
	}
	switch {
	case !isByLog:
		return tree, refusal("checkpoint-not-signed-by-log")
	case !isByThisLog:
		return tree, refusal("checkpoint-of-other-log")
	case !isCosigned:
		return tree, refusal("quorum-not-reached")
	}
	return tree, nil
}

// checkReceipt checks a receipt: salt, entry, and a proof of c2sp.org/tlog-proof@v1.
func checkReceipt(text string, keys note.Verifiers) error {
	parts := strings.SplitN(text, "\n\n", 4)
	if len(parts) < 4 {
		return refusal("receipt-without-proof")
	}
	salt, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(parts[0], "dhow/receipt/v1\nsalt "))
	if err != nil {
		return refusal("receipt-salt-malformed")
	}
	entry := sha256.Sum256([]byte("dhow/entry/v1" + string(salt) + parts[1] + "\n"))
	index, proof, err := parseProof(parts[2])
	if err != nil {
		return err
	}
	tree, err := checkpoint(parts[3], keys)
	if err != nil {
		return err
	}
	if index >= tree.N {
		return refusal("proof-index-beyond-size")
	}
	if err := checkLength("proof", len(proof), len(path(index, tree.N))); err != nil {
		return err
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry[:])); err != nil {
		return refusal("proof-root-differs")
	}
	return nil
}

func parseProof(text string) (index int64, proof tlog.RecordProof, err error) {
	if strings.Contains(text, "\r") {
		return 0, nil, refusal("proof-carriage-return")
	}
	lines := strings.Split(text, "\n")
	for _, line := range lines {
		if len(line) > 65535 {
			return 0, nil, refusal("proof-line-too-long")
		}
	}
	if lines[0] != "c2sp.org/tlog-proof@v1" {
		return 0, nil, refusal("proof-header-other")
	}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		if _, err := base64.StdEncoding.Strict().DecodeString(lines[0][6:]); err != nil {
			return 0, nil, refusal("proof-extra-malformed")
		}
		lines = lines[1:]
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "index ") {
		return 0, nil, refusal("proof-index-missing")
	}
	if index, err = decimal(lines[0][6:]); err != nil {
		return 0, nil, refusal("proof-index-malformed")
	}
	for _, line := range lines[1:] {
		sibling, err := hash(line)
		if err != nil {
			return 0, nil, refusal("proof-hash-malformed")
		}
		proof = append(proof, sibling)
	}
	return index, proof, nil
}

// checkConsistency checks the head of an old log, an empty line, and a request to a witness.
func checkConsistency(text string, keys note.Verifiers) error {
	before, request, _ := strings.Cut(text, "\n\n\n")
	old, err := checkpoint(before+"\n", keys)
	if err != nil {
		return err
	}
	proofText, after, _ := strings.Cut(request, "\n\n")
	tree, err := checkpoint(after, keys)
	if err != nil {
		return err
	}
	lines := strings.Split(proofText, "\n")
	oldSize, err := decimal(strings.TrimPrefix(lines[0], "old "))
	if err != nil {
		return refusal("add-checkpoint-old-size-malformed")
	}
	if oldSize != old.N {
		return refusal("consistency-old-size-differs")
	}
	var proof tlog.TreeProof
	for _, line := range lines[1:] {
		node, err := hash(line)
		if err != nil {
			return refusal("add-checkpoint-hash-malformed")
		}
		proof = append(proof, node)
	}
	return checkGrowth(old, tree, proof)
}

// checkGrowth checks that a log begins with an older one.
func checkGrowth(old, tree tlog.Tree, proof tlog.TreeProof) error {
	switch {
	case old.N > tree.N:
		return refusal("consistency-size-shrinks")
	case old.N == tree.N && old.Hash != tree.Hash:
		return refusal("consistency-roots-differ")
	case old.N == tree.N && len(proof) > 0:
		return refusal("consistency-proof-not-empty")
	case old.N == tree.N:
		return nil
	}
	at, size := lastComplete(old.N, tree.N)
	steps := path(at, size)
	nodes := proof
	// A complete old tree is itself the first node, which the proof then leaves out.
	if at == 0 {
		nodes = append(tlog.TreeProof{old.Hash}, proof...)
	}
	if err := checkLength("consistency-proof", len(nodes), len(steps)+1); err != nil {
		return err
	}
	if tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash) == nil {
		return nil
	}
	first := nodes[0]
	for step, isLeft := range steps {
		if isLeft {
			first = tlog.NodeHash(nodes[step+1], first)
		}
	}
	if first != old.Hash {
		return refusal("consistency-old-root-differs")
	}
	return refusal("consistency-new-root-differs")
}

// checkTiles reads the hashes of every leaf through the tiles below DIR/tile, which proves each tile to belong to the head.
func checkTiles(dir, text string, keys note.Verifiers) error {
	tree, err := checkpoint(text, keys)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(tree, tileFiles(dir))
	for index := int64(0); index < tree.N; index++ {
		proof, err := tlog.ProveRecord(tree.N, index, reader)
		if err != nil {
			return err
		}
		leaf := tlog.RecordHash([]byte(fmt.Sprintf("entry %d", index)))
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf); err != nil {
			return err
		}
	}
	return nil
}

// tileFiles reads tiles of 256 hashes from files with the paths of c2sp.org/tlog-tiles.
type tileFiles string

func (dir tileFiles) Height() int { return 8 }

func (dir tileFiles) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		content, err := os.ReadFile(filepath.Join(string(dir), tilePath(tile)))
		if err != nil {
			return nil, err
		}
		all = append(all, content)
	}
	return all, nil
}

func (dir tileFiles) SaveTiles([]tlog.Tile, [][]byte) {}

// tilePath is the path of a tile without the height, which is always 8.
func tilePath(tile tlog.Tile) string {
	return strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
}

// verifiersOf reads one key a line: of type 1 by the note package, of type 4, a witness, here.
func verifiersOf(text string) note.Verifiers {
	var list []note.Verifier
	for _, line := range strings.Fields(text) {
		if verifier, err := note.NewVerifier(line); err == nil {
			list = append(list, verifier)
			continue
		}
		parts := strings.SplitN(line, "+", 3)
		id, err := strconv.ParseUint(parts[1], 16, 32)
		must(err)
		key, err := base64.StdEncoding.DecodeString(parts[2])
		must(err)
		list = append(list, witness{parts[0], uint32(id), key[1:]})
	}
	return note.VerifierList(list...)
}

// witness verifies the cosignatures of c2sp.org/tlog-cosignature.
type witness struct {
	name string
	id   uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.id }

func (w witness) Verify(text, signature []byte) bool {
	if len(signature) != 72 {
		return false
	}
	var message bytes.Buffer
	fmt.Fprintf(&message, "cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(signature), text)
	return ed25519.Verify(w.key, message.Bytes(), signature[8:])
}

func hash(text string) (hash tlog.Hash, err error) {
	content, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(content) != tlog.HashSize || strings.ContainsAny(text, "\r\n") {
		return hash, errors.New("a malformed hash")
	}
	copy(hash[:], content)
	return hash, nil
}

func decimal(text string) (int64, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number < 0 || strconv.FormatInt(number, 10) != text {
		return 0, errors.New("a malformed number")
	}
	return number, nil
}
