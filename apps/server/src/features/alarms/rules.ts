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

/** How often each server looks. */
export const lookEachMs = 15_000
/** An alarm that no server has seen for so long is cleared: a server that is gone cannot clear its own. */
export const unseenForMs = 2 * lookEachMs + 10_000
/** A server that has not looked for so long was paused: its jobs are late because it was, and catch up now. */
export const pausedAfterMs = 4 * lookEachMs

/** Number of the reminder due for an alarm open for this long; 0 is none. */
export const reminderNumber = (openForMs: number, reminderMs: number): number => Math.floor(openForMs / reminderMs)
