import { followEntries, type AccountState } from '@dhow/receipts/account-chain'
import { commitmentText, isSameBalances, noBalances, noEntry, type Balances } from '@dhow/receipts/entry'
import {
  checkOneRootADay,
  parseLiabilityRoot,
  verifyLiability,
  type LiabilityRoot,
} from '@dhow/receipts/liability-proof'
import { parsePolicy, type Policy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { parseStatementBody } from '@dhow/receipts/statement-body'

/** Files of a player's share from the server, all unverified. */
export interface ShareFiles {
  account: string
  currency: string
  proof: string | null
  receipt: string | null
  /** Balances that the portal shows. */
  balances: { cash: string; bonus: string; hold: string; in_play: string }
  /** Files of the entries since, in order. */
  entries: readonly string[]
  /** The log's list of keys. */
  keys: string
  /** Published roots. */
  roots: readonly string[]
}

/** Result of a successful check. */
export interface CheckedShare {
  root: LiabilityRoot | undefined
  /** Balances in the root; none for a player who came later. */
  atRoot: Balances
  since: number
  now: Balances
  /** Whether the portal's balances equal the sum of the entries. */
  isSame: boolean
}

/**
 * Verifies a player's share of a day's root, and adds up the entries since; the last one's receipt ties them all to the log.
 * @throws VerificationError with the reason
 */
export function checkShare(files: ShareFiles): CheckedShare {
  const policy = policyOf(files.keys)
  const share = files.proof === null ? undefined : verifyLiability(files.proof, policy)
  checkOneRootADay([...files.roots.map(parseLiabilityRoot), ...(share ? [share.root] : [])])
  const { account, currency } = files
  const leaf = share?.liability
  const start: AccountState = leaf
    ? { account, currency, number: leaf.number, commitment: leaf.commitment, at: '', balances: leaf.balances }
    : { account, currency, number: 0, commitment: noEntry, at: '', balances: noBalances }
  let state = start
  for (const body of files.entries) state = followEntries(state, parseStatementBody('csv', body, { account, currency }))
  const isBound = state.number === start.number || lastInLog(files.receipt, policy) === state.commitment
  const { cash, bonus, hold, in_play } = files.balances
  const shown = { cash: BigInt(cash), bonus: BigInt(bonus), hold: BigInt(hold), inPlay: BigInt(in_play) }
  return {
    root: share?.root,
    atRoot: start.balances,
    since: state.number - start.number,
    now: state.balances,
    isSame: isBound && (leaf === undefined || leaf.account === account) && isSameBalances(shown, state.balances),
  }
}

/** Trusts the keys that the log names; the screen shows them, to compare by hand. */
const policyOf = (keys: string): Policy =>
  parsePolicy(`${keys.trimEnd().replaceAll(/^(\S+).*$/gm, 'log $1')}\nquorum none\n`)

/** Commitment of the last entry, which the receipt proves to be in the log. */
function lastInLog(receipt: string | null, policy: Policy): string | undefined {
  if (receipt === null) return undefined
  const { salt, entryText } = verifyReceipt(receipt, policy)
  return commitmentText(salt, entryText)
}
