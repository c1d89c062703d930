import { fieldsOf } from '@dhow/contract/records'

/** This browser's record of visits and answers about installing the portal. */
export interface InstallMemory {
  visits: number
  /** When a player was last seen here. */
  seenMs: number
  /** No offer before this time; null: never again. */
  quietUntilMs: number | null
}

export const installKey = 'dhow_install'

/** A visit ends after half an hour away. */
const awayMs = 30 * 60_000
const laterMs = 90 * 86_400_000

/** Records that a player is here; counts a new visit if the last one has ended. */
export const recordVisit = (memory: InstallMemory, nowMs: number): InstallMemory => ({
  ...memory,
  visits: nowMs - memory.seenMs >= awayMs ? memory.visits + 1 : memory.visits,
  seenMs: nowMs,
})

/** Records a refusal: for 90 days, or for good. */
export const recordRefusal = (memory: InstallMemory, isForGood: boolean, nowMs: number): InstallMemory => ({
  ...memory,
  quietUntilMs: isForGood ? null : nowMs + laterMs,
})

export const isQuiet = ({ quietUntilMs }: InstallMemory, nowMs: number): boolean =>
  quietUntilMs === null || nowMs < quietUntilMs

/** Parses the stored record; an invalid one starts anew. */
export function readMemory(kept: string | null): InstallMemory {
  try {
    const { visits, seenMs, quietUntilMs } = fieldsOf(JSON.parse(kept ?? 'null'))
    if (isCount(visits) && isCount(seenMs) && (quietUntilMs === null || isCount(quietUntilMs)))
      return { visits, seenMs, quietUntilMs }
  } catch {
    // Corrupt or foreign.
  }
  return { visits: 0, seenMs: 0, quietUntilMs: 0 }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0
