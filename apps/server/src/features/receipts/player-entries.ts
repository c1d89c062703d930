import { runSliced } from '../../platform/sliced.ts'
import { chainEntries, type AccountState } from './chain-entries.ts'
import { batchSize, type LogSource } from './log-source.ts'
import type { ReceiptsParts } from './parts.ts'
import { readWaitingRecords } from './records.ts'
import { readPostingRun } from './posting-run.ts'
import { readAccounts } from './store.ts'

/** Entries of the players' log: postings on players' accounts by id, and waiting records. */
export const playerEntries = ({ random }: Pick<ReceiptsParts, 'random'>): LogSource => ({
  name: 'players',
  async read(tx, log, settledTo, memory) {
    const postings = await readPostingRun(tx, log.posting_id, settledTo, batchSize)
    const records = await readWaitingRecords(tx)
    if (postings.count + records.length === 0) return undefined
    const unknown = new Set(postings.playerIds.filter((id) => !memory?.accounts.has(id)))
    const read = await readAccounts(tx, [...unknown], log.posting_id)
    const salts = random.bytes(32 * postings.count)
    const chained = await runSliced(
      chainEntries(postings, salts, (playerId) => memory?.accounts.get(playerId) ?? inDigits(read.get(playerId))),
    )
    return { ...chained, records }
  },
})

/** Account state with balances as digits. */
function inDigits(account: AccountState | undefined): AccountState<string> | undefined {
  if (!account) return undefined
  const { cash, bonus, hold, inPlay } = account.after
  return {
    ...account,
    after: { cash: String(cash), bonus: String(bonus), hold: String(hold), inPlay: String(inPlay) },
  }
}
