import type { openBusyRetries } from '../../platform/busy-retries.ts'
import type { GroupQueue } from '../../platform/group-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { GroupItem, GroupRow } from './apply-group.ts'
import type { Ceilings } from './ceilings.ts'
import type { Applied, GameAct } from './game-act.ts'

interface EachParts {
  ceilings: Ceilings
  queue: GroupQueue<GroupItem, GroupRow>
  retries: ReturnType<typeof openBusyRetries<GroupRow[]>>
  itemOf(act: GameAct): GroupItem
  appliedOf(act: GameAct, row: GroupRow): Applied
  /** One try in a group of its own; undefined where the player's wallet is locked. */
  attemptOf(act: GameAct): () => Promise<GroupRow[] | undefined>
  /** The answer to an act that may pass a ceiling. */
  answerChecked(act: GameAct): Promise<Applied>
}

/** Applies acts that came together, each with its own answer, in one group where it holds them; those that may pass a ceiling go alone. */
export function openApplyEach({ ceilings, queue, retries, itemOf, appliedOf, attemptOf, answerChecked }: EachParts) {
  /** The answer to an act that went with others; `wallet_busy` where its player's wallet stays locked. */
  async function answerOfMany(act: GameAct, first: GroupRow): Promise<Applied> {
    if (first.code !== 'wallet_busy') return appliedOf(act, first)
    try {
      const [row] = await retries.wait(act.session.playerId, attemptOf(act))
      return appliedOf(act, required(row, 'the answer to a call'))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'busy') return appliedOf(act, first)
      throw error
    }
  }

  return async function applyEach(acts: GameAct[]): Promise<Applied[]> {
    const plain = acts.filter((act) => !ceilings.mayPass(act))
    const rows = plain.length === 0 ? [] : await queue.submitAll(plain.map(itemOf))
    const answers = new Map<GameAct, Applied>()
    await Promise.all(
      plain.map(async (act, index) =>
        answers.set(act, await answerOfMany(act, required(rows[index], 'the answer to a call'))),
      ),
    )
    for (const act of acts) if (!answers.has(act)) answers.set(act, await answerChecked(act))
    return acts.map((act) => required(answers.get(act), 'the answer to a call'))
  }
}
