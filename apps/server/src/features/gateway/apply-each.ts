import type { openBusyRetries } from '../../platform/busy-retries.ts'
import type { GroupQueue } from '../../platform/group-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { GroupItem, GroupRow } from './apply-group.ts'
import type { Ceilings } from './ceilings.ts'
import type { Applied, GameTransaction } from './game-transaction.ts'

interface EachParts {
  ceilings: Ceilings
  queue: GroupQueue<GroupItem, GroupRow>
  retries: ReturnType<typeof openBusyRetries<GroupRow[]>>
  itemOf(transaction: GameTransaction): GroupItem
  toApplied(transaction: GameTransaction, row: GroupRow): Applied
  /** One attempt in its own group; undefined if the player's wallet is locked. */
  attemptOf(transaction: GameTransaction): () => Promise<GroupRow[] | undefined>
  /** Applies a transaction that may exceed a ceiling. */
  answerChecked(transaction: GameTransaction): Promise<Applied>
}

/**
 * Applies transactions of one call, each with its own answer, in one group if they fit; those that may exceed a ceiling
 * are applied alone.
 */
export function openApplyEach({ ceilings, queue, retries, itemOf, toApplied, attemptOf, answerChecked }: EachParts) {
  /** Answer of a grouped transaction; `wallet_busy` if the player's wallet stays locked. */
  async function answerOfMany(transaction: GameTransaction, first: GroupRow): Promise<Applied> {
    if (first.code !== 'wallet_busy') return toApplied(transaction, first)
    try {
      const [row] = await retries.wait(transaction.session.playerId, attemptOf(transaction))
      return toApplied(transaction, required(row, 'the answer to a call'))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy') return toApplied(transaction, first)
      throw error
    }
  }

  return async function applyEach(transactions: GameTransaction[]): Promise<Applied[]> {
    const plain = transactions.filter((transaction) => !ceilings.mayPass(transaction))
    const rows = plain.length === 0 ? [] : await queue.submitAll(plain.map(itemOf))
    const answers = new Map<GameTransaction, Applied>()
    await Promise.all(
      plain.map(async (transaction, index) =>
        answers.set(transaction, await answerOfMany(transaction, required(rows[index], 'the answer to a call'))),
      ),
    )
    for (const transaction of transactions)
      if (!answers.has(transaction)) answers.set(transaction, await answerChecked(transaction))
    return transactions.map((transaction) => required(answers.get(transaction), 'the answer to a call'))
  }
}
