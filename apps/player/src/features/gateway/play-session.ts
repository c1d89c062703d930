import { fieldsOf } from '@dhow/contract/records'

/** One play session: from the first game until nothing was played for a while, over games and reloads of this tab. */
export interface PlaySession {
  /** The server's time at its start; its result is that of the rounds since. */
  since: string
  startMs: number
  seenMs: number
  /** Minutes of play at the last reminder. */
  remindedAt: number
}

/** A longer absence starts a new play session. */
const awayMs = 20 * 60_000

/** The current play session, or a new one that starts at `openedAt`. */
export function playSessionOf(kept: string | null, openedAt: string, nowMs: number): PlaySession {
  const before = read(kept)
  if (before && nowMs - before.seenMs < awayMs && nowMs >= before.startMs) return { ...before, seenMs: nowMs }
  return { since: openedAt, startMs: nowMs, seenMs: nowMs, remindedAt: 0 }
}

export const minutesOf = ({ startMs }: PlaySession, nowMs: number): number =>
  Math.floor(Math.max(0, nowMs - startMs) / 60_000)

/** Whether a reminder is due; `every` in minutes, 0 is never. */
export const isDue = ({ remindedAt }: PlaySession, minutes: number, every: number): boolean =>
  every > 0 && minutes - remindedAt >= every

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function read(kept: string | null): PlaySession | undefined {
  try {
    const { since, startMs, seenMs, remindedAt } = fieldsOf(JSON.parse(kept ?? 'null'))
    const isWhole = typeof since === 'string' && isNumber(startMs) && isNumber(seenMs) && isNumber(remindedAt)
    return isWhole ? { since, startMs, seenMs, remindedAt } : undefined
  } catch {
    // Corrupt or foreign: start a new play session.
    return undefined
  }
}
