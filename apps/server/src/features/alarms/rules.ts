import type { OperatorText } from '@dhow/contract/operator-texts'

/** A current problem. `subject` distinguishes several of one check; it is empty if there is only one. */
export interface Problem {
  subject: string
  text: OperatorText
}

/** One check; it returns undefined if it does not know yet. */
export interface AlarmCheck {
  code: string
  look(): Promise<Problem[] | undefined> | Problem[] | undefined
}

/** A receiver that has not answered within this time is tried again later. */
export const timeoutMs = 10_000
/** Lease of a notice being sent; afterwards another server may send it. */
export const leaseMs = 60_000
/** A notice that could not be sent for this long is dropped. */
export const giveUpAfterMs = 24 * 3_600_000
/** Delay of a notice's next try, by the number of earlier tries. */
export const retryAfterMs = (tries: number): number => Math.min(5_000 * 2 ** Math.min(tries, 10), 600_000)

/** Interval of the checks. */
export const checkIntervalMs = 15_000
/** An alarm that no server has seen for this long is cleared: a stopped server cannot clear its own. */
export const clearAfterMs = 2 * checkIntervalMs + 10_000
/** A server that has not checked for this long was paused: its jobs are late for that reason, and catch up now. */
export const pausedAfterMs = 4 * checkIntervalMs

/** Number of the reminder due for an alarm open for this long; 0 is none. */
export const reminderNumber = (openForMs: number, reminderMs: number): number => Math.floor(openForMs / reminderMs)
