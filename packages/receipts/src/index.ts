/** Public API of the package: checks the files of a public log, and makes them. */
export { followEntries, type AccountState, type SaltedEntry } from './account-chain.ts'
export { formatAuditEntry, verifyAuditEntry, type AuditEntry } from './audit-entry.ts'
export {
  addCosignatures,
  formatAddCheckpoint,
  formatWitnessSize,
  parseAddCheckpoint,
  parseWitnessSize,
  sizeMediaType,
  type AddCheckpoint,
} from './add-checkpoint.ts'
export { checkCommitment, checkConsistency, checkReceipt, checkRoot, checkStatement } from './check-files.ts'
export {
  formatCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
  type Checkpoint,
  type SignedCheckpoint,
} from './checkpoint.ts'
export {
  checkBeforeBet,
  checkRound,
  commitmentEntry,
  formatCommitment,
  formatCommitmentProof,
  parseCommitment,
  verifyCommitment,
  type Commitment,
  type CommittedRound,
  type VerifiedCommitment,
} from './commitment.ts'
export { verifyEd25519 } from './ed25519.ts'
export { commitmentOf, entryWord, formatEntry, noEntry, parseEntry, type Balances, type Entry } from './entry.ts'
export { factNames, type Fact, type FactName } from './facts.ts'
export {
  addUpSince,
  checkOneRootADay,
  formatLiabilityProof,
  formatLiabilityRoot,
  liabilityRoot,
  liabilityRootEntry,
  parseLiabilityRoot,
  verifyLiability,
  type LiabilityRoot,
  type VerifiedLiability,
} from './liability-proof.ts'
export { buildLiabilityTree, type Liability, type LiabilityTree, type SaltedLiability } from './liability-tree.ts'
export { emptyRoot, leafHash, nodeHash, rootOf, verifyConsistency, verifyInclusion } from './merkle.ts'
export {
  proveConsistency,
  proveInclusion,
  rootOfSize,
  subtreesForConsistency,
  subtreesForInclusion,
  type HashReader,
  type Subtree,
} from './merkle-proof.ts'
export { cosign, openNote, parseNote, signNote, type Note, type NoteSigner, type VerifiedNote } from './note.ts'
export {
  openWitnessedCheckpoint,
  parsePolicy,
  trustLog,
  type Policy,
  type Quorum,
  type WitnessedCheckpoint,
} from './policy.ts'
export { reasons, type Reason } from './reasons.ts'
export { formatReceipt, parseReceipt, verifyReceipt, type Receipt, type VerifiedReceipt } from './receipt.ts'
export { formatReceiptPage } from './receipt-page.ts'
export {
  makeStatement,
  parseStatement,
  signStatement,
  verifyStatement,
  type Statement,
  type VerifiedStatement,
} from './statement.ts'
export {
  formatEntryBundle,
  newEntryBundles,
  newTiles,
  parseEntryBundle,
  parseTilePath,
  readTiles,
  tilePath,
  tilesOf,
  type Tile,
} from './tiles.ts'
export { formatTlogProof, parseTlogProof, verifyTlogProof, type TlogProof } from './tlog-proof.ts'
export { VerificationError } from './verification-error.ts'
export { formatVerifierKey, makeVerifierKey, parseVerifierKey, type VerifierKey } from './verifier-key.ts'
