import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Query } from '../platform/db.ts'
import type { Wallet } from '../wallet/wallet.ts'

export interface CommitParts {
  db: Query
  clock: SteadyClock
  log: Log
  wallet: Pick<Wallet, 'commit'>
  isClosed(): boolean
}

interface Standing {
  end_hash: string
  salt: string
  length: number
  is_committed: boolean
  is_played: boolean
}

const firstPauseMs = 250
const longestPauseMs = 10_000

/**
 * Puts a chain into the portal's public log, so that it cannot be swapped after its rounds. A chain without a round waits for the log, however long
 * the portal is unreachable; one that is logged, or in play since before there was a log, continues meanwhile.
 * @throws Error if the log has another chain under this name
 */
export async function commitChain(parts: CommitParts, game: string, id: string): Promise<void> {
  const [chain] = await parts.db.query<Standing>(
    `select end_hash, salt, length, is_committed,
       exists (select from rounds where chain = chains.id) or exists (select from table_rounds where chain = chains.id) as is_played
     from chains where id = $1`,
    [id],
  )
  if (!chain || chain.salt === '') return
  const committed = keepAsking(parts, game, id, chain)
  if (chain.is_committed || chain.is_played)
    committed.catch((error: unknown) => parts.log.error({ error: String(error), chain: id }, 'a chain was swapped'))
  else await committed
}

async function keepAsking(parts: CommitParts, game: string, id: string, chain: Standing): Promise<void> {
  const { end_hash: hash, salt, length: rounds } = chain
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const answer = await parts.wallet.commit([{ game, name: id, hash, chain: { salt, rounds } }])
    if (answer === 'differs') throw new Error(`The public log has another chain under the name ${id}.`)
    if (answer === 'kept') await parts.db.query('update chains set is_committed = true where id = $1', [id])
    if (answer !== 'unknown' || parts.isClosed()) return
    await wait(parts.clock, pauseMs)
    if (parts.isClosed()) return
  }
}
