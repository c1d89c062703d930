import type { Clock } from '@dhow/platform/clock'
import { Refusal } from '../refusal.ts'

/** Calls of one player that may wait for a turn. */
const mostWaiting = 32

export type PlayerTurns = ReturnType<typeof openPlayerTurns>

interface Turns {
  underWay: number
  waiting: (() => void)[]
}

/**
 * Limits the concurrent calls of one player, so that a player whose rows are locked cannot take every connection of the
 * database. Further calls wait in order, for at most `waitMs`.
 */
export function openPlayerTurns({ clock, atOnce, waitMs }: { clock: Clock; atOnce: number; waitMs: number }) {
  const players = new Map<string, Turns>()

  function enter(turns: Turns): Promise<void> {
    if (turns.underWay < atOnce) {
      turns.underWay++
      return Promise.resolve()
    }
    if (turns.waiting.length >= mostWaiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const go = () => {
        cancel()
        resolve()
      }
      const cancel = clock.after(waitMs, () => {
        turns.waiting.splice(turns.waiting.indexOf(go), 1)
        reject(busy())
      })
      turns.waiting.push(go)
    })
  }

  function leave(playerId: string, turns: Turns) {
    const next = turns.waiting.shift()
    if (next) return next()
    if (--turns.underWay === 0) players.delete(playerId)
  }

  return {
    /** Runs work in the player's turn. @throws Refusal `busy` if no turn comes in time */
    async run<Result>(playerId: string, work: () => Promise<Result>): Promise<Result> {
      const turns = players.get(playerId) ?? { underWay: 0, waiting: [] }
      players.set(playerId, turns)
      await enter(turns)
      try {
        return await work()
      } finally {
        leave(playerId, turns)
      }
    },
  }
}

const busy = () => new Refusal('busy', { data: { retry_after_s: 1 } })
