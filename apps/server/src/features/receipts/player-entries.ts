import { runSliced } from '../../platform/sliced.ts'
import { chainEntries } from './chain-entries.ts'
import { batchSize, type LogSource } from './log-source.ts'
import type { ReceiptsParts } from './parts.ts'
import { readWaitingRecords } from './records.ts'
import { readAccounts, readPostings } from './store.ts'

/** Entries of the players' log: postings on players' accounts in the order of their ids, and the records that wait. */
export const playerEntries = ({ random }: Pick<ReceiptsParts, 'random'>): LogSource => ({
  name: 'players',
  async read(tx, log, settledTo, memory) {
    const postings = await readPostings(tx, log.posting_id, settledTo, batchSize)
    const records = await readWaitingRecords(tx)
    if (postings.length + records.length === 0) return undefined
    const unknown = new Set(postings.map(({ player_id }) => player_id).filter((id) => !memory?.accounts.has(id)))
    const read = await readAccounts(tx, [...unknown], log.posting_id)
    const salts = random.bytes(32 * postings.length)
    const chained = await runSliced(
      chainEntries(postings, salts, (playerId) => memory?.accounts.get(playerId) ?? read.get(playerId)),
    )
    return { ...chained, salts, records }
  },
})
