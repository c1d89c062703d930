import type { Timers } from '@dhow/platform/clock'

/** A write that the database has and has not confirmed: no standby has it, or the database no longer answers. */
export class UnconfirmedError extends Error {}

const noConnection = 'timeout exceeded when trying to connect'

/** True for a timeout of the database: the same statement, sent again at once, would wait as long again. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof UnconfirmedError || (error instanceof Error && error.message === noConnection)

/** Longer than any statement of a player's call, and shorter than a person or a provider waits. */
const confirmedWithinMs = 8_000

/**
 * @param answer of the database; it may come later, or never
 * @param sent resolves when the database has everything that it needs for the answer
 * @throws UnconfirmedError if it did not come in time; the caller is asked to try again
 */
export async function confirmed<Answer>(
  timers: Timers,
  answer: Promise<Answer>,
  sent: Promise<unknown> = Promise.resolve(),
): Promise<Answer> {
  let cancel = () => {}
  let isAnswered = false
  const late = sent.then(
    () =>
      new Promise<never>((_resolve, reject) => {
        if (!isAnswered)
          cancel = timers.after(confirmedWithinMs, () =>
            reject(new UnconfirmedError('the database did not confirm in time')),
          )
      }),
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    isAnswered = true
    cancel()
  }
}

/**
 * Slots for transactions, fewer than there are connections, so that reads find a connection while every commit waits
 * for a standby.
 */
export function openSlots(timers: Timers, most: number, waitMs: number) {
  const waiting = new Set<() => void>()
  let taken = 0
  return {
    /** Resolves to the release of the slot. @throws Error as the pool does, if none is free in time */
    async acquire(): Promise<() => void> {
      if (taken >= most) {
        await new Promise<void>((resolve, reject) => {
          const cancel = timers.after(waitMs, () => {
            waiting.delete(go)
            reject(new Error(noConnection))
          })
          const go = () => {
            cancel()
            waiting.delete(go)
            resolve()
          }
          waiting.add(go)
        })
      } else taken++
      return () => {
        // A slot that is passed on stays taken, so that no newer caller gets it first.
        const [next] = waiting
        if (next) next()
        else taken--
      }
    },
  }
}
