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

/** Everything that the server gives of a player's share; nothing of it is believed. */
export interface ShareFiles {
  account: string
  currency: string
  proof: string | null
  receipt: string | null
  /** The accounts as the portal shows them. */
  balances: { cash: string; bonus: string; hold: string; in_play: string }
  /** Entries since, in files that follow each other. */
  entries: readonly string[]
  /** The log's list of keys. */
  keys: string
  /** Roots that anybody is shown. */
  roots: readonly string[]
}

/** Outcome of a check that held. */
export interface CheckedShare {
  root: LiabilityRoot | undefined
  /** Balances in the root; none for a player who came later. */
  atRoot: Balances
  since: number
  now: Balances
  /** Whether the portal shows the balances that the entries add up to. */
  isSame: boolean
}

/**
 * Checks a player's share of a day's root, and adds up the entries since; the receipt of the last one binds them all to the log.
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

/** Trusts the keys that the log names; who wrote one down compares it. */
const policyOf = (keys: string): Policy =>
  parsePolicy(`${keys.trimEnd().replaceAll(/^(\S+).*$/gm, 'log $1')}\nquorum none\n`)

/** Commitment of the last entry, which the receipt shows to be in the log. */
function lastInLog(receipt: string | null, policy: Policy): string | undefined {
  if (receipt === null) return undefined
  const { salt, entryText } = verifyReceipt(receipt, policy)
  return commitmentText(salt, entryText)
}
