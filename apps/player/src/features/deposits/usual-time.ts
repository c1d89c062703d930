import { fill } from '../../shared/format.ts'
import type { Words } from '../../shared/words/words.tsx'

/** Formats a method's usual duration: minutes up to two hours, then hours. */
export function usualTime(
  { usualMinutes, usualHours }: Pick<Words['deposit'], 'usualMinutes' | 'usualHours'>,
  minutes: number,
): string {
  return minutes <= 120 ? fill(usualMinutes, { minutes }) : fill(usualHours, { hours: Math.ceil(minutes / 60) })
}
