import type { Db } from '../platform/db.ts'
import { mergeChanges, type Change, type SharedBet, type SharedRound } from './change.ts'
import { assertLease } from './lease.ts'
import type { Rows } from './parts.ts'

interface StepWriterParts<Round extends SharedRound, Stored, Bet extends SharedBet> {
  db: Db
  lease: { name: string; holder: string }
  save: Rows<Round, Stored, Bet>['save']
  isStopped(): boolean
  /** Called in order once a step is durable; `known`: created bets that already had a row. */
  committed(change: Change<Round, Bet>, known: string[]): void
  failed(error: unknown): void
}

/** Writes the steps of a game in order, pending ones in one transaction, under the writer's lease. */
export function openStepWriter<Round extends SharedRound, Stored, Bet extends SharedBet>(
  parts: StepWriterParts<Round, Stored, Bet>,
) {
  const queue: { change: Change<Round, Bet>; done: () => void; gone: (error: unknown) => void }[] = []
  let isWriting = false

  async function flush(): Promise<void> {
    isWriting = true
    while (queue.length > 0) {
      const steps = queue.splice(0)
      try {
        const merged = mergeChanges(steps.map((step) => step.change))
        const known = await parts.db.transaction(async (tx) => {
          await assertLease(tx, parts.lease.name, parts.lease.holder)
          return parts.save(tx, merged)
        })
        for (const step of steps) {
          parts.committed(step.change, known)
          step.done()
        }
      } catch (error) {
        for (const step of [...steps, ...queue.splice(0)]) step.gone(error)
        parts.failed(error)
      }
    }
    isWriting = false
  }

  return {
    /** Resolves when the step is durable and published. */
    write(change: Change<Round, Bet>): Promise<void> {
      if (!change.round && change.created.length === 0 && change.bets.length === 0) return Promise.resolve()
      const written = parts.isStopped()
        ? Promise.reject<void>(new Error('the table has stopped'))
        : new Promise<void>((done, gone) => queue.push({ change, done, gone }))
      // `failed` also reports the failure of steps that nobody awaits.
      written.catch(() => undefined)
      if (!isWriting && queue.length > 0) void flush()
      return written
    },
    isWriting: () => isWriting,
  }
}
