import { wait, type Clock } from '@dhow/platform/clock'
import { Refusal } from './refusal.ts'

/** Result of an attempt: `undefined` if the key is locked by another transaction and nothing was decided. */
type Attempt<Answer> = () => Promise<Answer | undefined>

interface Waiting<Answer> {
  attempt: Attempt<Answer>
  untilMs: number
  resolve(answer: Answer): void
  reject(error: unknown): void
}

const firstPauseMs = 3
const longestPauseMs = 50

/**
 * Repeats attempts on a key (such as a player) that another transaction has locked, without holding a connection. One
 * attempt for each key is repeated at a time and the others follow once it passes, so a locked key costs the same
 * however many calls wait for it.
 */
export function openBusyRetries<Answer>(options: { clock: Clock; waitMs: number; mostOfKey: number }) {
  const { clock, waitMs, mostOfKey } = options
  const lines = new Map<string, Waiting<Answer>[]>()

  async function lead(key: string, line: Waiting<Answer>[]) {
    for (let pauseMs = firstPauseMs; line.length > 0; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await wait(clock, pauseMs)
      refuseLate(line)
      const [first] = line
      if (first === undefined || !(await tried(first))) continue
      line.shift()
      // The key is free: run the others together.
      const others = line.splice(0)
      const passed = await Promise.all(others.map(tried))
      line.unshift(...others.filter((_other, index) => !passed[index]))
      pauseMs = firstPauseMs
    }
    lines.delete(key)
  }

  /** Whether the attempt is over, by an answer or an error. */
  async function tried({ attempt, resolve, reject }: Waiting<Answer>): Promise<boolean> {
    try {
      const answer = await attempt()
      if (answer === undefined) return false
      resolve(answer)
    } catch (error) {
      reject(error)
    }
    return true
  }

  function refuseLate(line: Waiting<Answer>[]) {
    const nowMs = clock.monotonicMs()
    const late = line.filter(({ untilMs }) => untilMs <= nowMs)
    for (const one of late) {
      line.splice(line.indexOf(one), 1)
      one.reject(busy())
    }
  }

  return {
    /** Whether calls for the key wait now: a new call joins them instead of trying first. */
    isWaiting: (key: string) => lines.has(key),

    /**
     * Repeats the attempt until it has an answer. @throws Refusal `busy` after the time limit, or if too many wait for
     * the key already
     */
    wait(key: string, attempt: Attempt<Answer>): Promise<Answer> {
      const line = lines.get(key)
      if (line !== undefined && line.length >= mostOfKey) return Promise.reject(busy())
      return new Promise((resolve, reject) => {
        const waiting = { attempt, untilMs: clock.monotonicMs() + waitMs, resolve, reject }
        if (line !== undefined) return void line.push(waiting)
        const opened = [waiting]
        lines.set(key, opened)
        void lead(key, opened)
      })
    },
  }
}

const busy = () => new Refusal('busy', { data: { retry_after_s: 1 } })
