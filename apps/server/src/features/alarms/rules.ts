import type { OperatorText } from '@dhow/contract/operator-texts'

/** Something that is wrong now. `subject` distinguishes several of one check; it is empty where there is only one. */
export interface Problem {
  subject: string
  text: OperatorText
}

/** One thing that is looked at; it answers undefined where it does not know yet. */
export interface AlarmCheck {
  code: string
  look(): Promise<Problem[] | undefined> | Problem[] | undefined
}

/** A receiver that has not answered by then is tried again later. */
export const timeoutMs = 10_000
/** A notice that a server has taken to send is another's to send after so long. */
export const leaseMs = 60_000
/** A notice that could not be sent for this long is left. */
export const giveUpAfterMs = 24 * 3_600_000
/** How long a notice waits for its next try, by the tries before it. */
export const retryAfterMs = (tries: number): number => Math.min(5_000 * 2 ** Math.min(tries, 10), 600_000)

/** How often each server looks. */
export const lookEachMs = 15_000
/** An alarm that no server has seen for so long is cleared: a server that is gone cannot clear its own. */
export const unseenForMs = 2 * lookEachMs + 10_000
/** A server that has not looked for so long was paused: its jobs are late because it was, and catch up now. */
export const pausedAfterMs = 4 * lookEachMs

/** Number of the reminder due for an alarm open for this long; 0 is none. */
export const reminderNumber = (openForMs: number, reminderMs: number): number => Math.floor(openForMs / reminderMs)
