import { fieldsOf } from '@dhow/contract/records'

/** Memory of this browser about the offer to install the portal. */
export interface InstallMemory {
  visits: number
  /** When a player was last seen here. */
  seenMs: number
  /** Nothing is offered before this moment; null is for good. */
  quietUntilMs: number | null
}

export const installKey = 'dhow_install'

/** Half an hour away ends a visit. */
const awayMs = 30 * 60_000
const laterMs = 90 * 86_400_000

/** The memory after a player was seen, with a visit more where the last one had ended. */
export const afterSight = (memory: InstallMemory, nowMs: number): InstallMemory => ({
  ...memory,
  visits: nowMs - memory.seenMs >= awayMs ? memory.visits + 1 : memory.visits,
  seenMs: nowMs,
})

/** The memory after a refusal: for 90 days, or for good. */
export const afterRefusal = (memory: InstallMemory, isForGood: boolean, nowMs: number): InstallMemory => ({
  ...memory,
  quietUntilMs: isForGood ? null : nowMs + laterMs,
})

export const isQuiet = ({ quietUntilMs }: InstallMemory, nowMs: number): boolean =>
  quietUntilMs === null || nowMs < quietUntilMs

/** The memory as this browser kept it; of one that is none, the first. */
export function readMemory(kept: string | null): InstallMemory {
  try {
    const { visits, seenMs, quietUntilMs } = fieldsOf(JSON.parse(kept ?? 'null'))
    if (isCount(visits) && isCount(seenMs) && (quietUntilMs === null || isCount(quietUntilMs)))
      return { visits, seenMs, quietUntilMs }
  } catch {
    // Cut off, or of something else.
  }
  return { visits: 0, seenMs: 0, quietUntilMs: 0 }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0
