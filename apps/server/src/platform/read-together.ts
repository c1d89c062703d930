import { systemClock } from '@dhow/platform/clock'
import { openGroupQueue } from './group-queue.ts'
import type { Platform } from './platform.ts'

/** Unnoticeable at the beginning of a stream, and at most 40 statements a second, however many pages come. */
const restMs = 25
/** Waits for a database use the machine's time, whatever clock a test sets. */
const timers = systemClock()

/** Group sizes of reads or writes by a key. */
export const ofPlatform = ({ log, faults }: Pick<Platform, 'log' | 'faults'>) => ({
  most: 100,
  width: 2,
  rest: { ms: restMs, timers },
  log,
  alone: faults?.isWatched,
})

/**
 * Reads by a key; concurrent callers share a round trip. After another server has ended, all of its pages begin their
 * streams here. The answer is never older than the call.
 * @param read values of distinct keys, for those that exist
 */
export function openReadTogether<Value>(
  platform: Pick<Platform, 'log' | 'faults'>,
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  const queue = openGroupQueue<string, Value | undefined>({
    ...ofPlatform(platform),
    async run(keys) {
      const found = await read([...new Set(keys)])
      return keys.map((key) => found.get(key))
    },
  })
  return (key) => queue.submit(key)
}
