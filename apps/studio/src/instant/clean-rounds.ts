import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db } from '../platform/db.ts'
import { payoutOfRound } from './rules.ts'
import type { Settler } from './settle.ts'
import { dueRounds, leftRounds, lockRound, saveActions, type Round } from './store.ts'

const everyMs = 5000
/** A round waiting longer than this has no caller any more. */
const orphanMs = 10_000
/** An untouched open round is cashed out after this time. */
const leaveMs = 24 * 60 * 60 * 1000
/** The same for a round that opened after its page stopped waiting, and that no page has seen. */
const unseenMs = 60_000

interface CleanParts {
  db: Db
  clock: SteadyClock
  log: Log
  settler: Settler
}

/** Ends rounds left by a crash or a player, at once and then every five seconds, until stopped. */
export function openRoundCleaning({ db, clock, log, settler }: CleanParts) {
  let isStopped = false
  let cancel = (): void => undefined

  async function clean(isFirst: boolean): Promise<void> {
    const nowMs = clock.nowMs()
    for (const round of await dueRounds(db, isFirst ? nowMs : nowMs - orphanMs, 500)) {
      if (!settler.isAsking(round.id)) settler.settle(round).catch(note)
    }
    const left = { untilMs: nowMs - leaveMs, unseenUntilMs: nowMs - unseenMs }
    for (const { id } of await leftRounds(db, left, 100)) {
      const ended = await db.transaction(async (tx) => {
        const round = await lockRound(tx, id)
        if (round?.state !== 'open' || round.changedMs > (round.isSeen ? left.untilMs : left.unseenUntilMs)) return null
        // Cash the bet out at its current value, which without an action is the stake.
        const { multiplier } = await settler.standing({ ...round, isCashedOut: true }, tx)
        const payout = payoutOfRound(round, multiplier)
        const next: Round = { ...round, isCashedOut: true, state: 'settling', multiplier, payout, changedMs: nowMs }
        await saveActions(tx, next)
        return next
      })
      if (ended) settler.settle(ended).catch(note)
    }
  }

  const note = (error: unknown): void => log.error({ error: String(error) }, 'an instant round could not be settled')

  function run(isFirst: boolean): void {
    void clean(isFirst)
      .catch((error: unknown) => log.error({ error: String(error) }, 'the cleaning of instant rounds failed'))
      .finally(() => {
        if (!isStopped) cancel = clock.after(everyMs, () => run(false))
      })
  }
  run(true)

  return {
    stop() {
      isStopped = true
      cancel()
    },
  }
}
