import { systemClock } from '@dhow/platform/clock'
import { openGroupQueue } from './group-queue.ts'
import type { Platform } from './platform.ts'

/** Nobody sees so short a wait at the beginning of a stream, and 40 statements a second are few, however many pages come. */
const restMs = 25
/** The wait for a database is the machine's, whatever time a test plays. */
const timers = systemClock()

/** Bounds of groups that read or write by a key. */
export const ofPlatform = ({ log, faults }: Pick<Platform, 'log' | 'faults'>) => ({
  most: 100,
  width: 2,
  rest: { ms: restMs, timers },
  log,
  alone: faults?.isWatched,
})

/**
 * Reads by a key whose callers of the same moment share a round trip: after another server has ended, all of its pages begin their streams here.
 * The answer is read after it was asked for, never before.
 * @param read the values of different keys, each of those that there are
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
