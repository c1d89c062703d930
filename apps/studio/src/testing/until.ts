import type { FakeClock } from './fake-clock.ts'

/** A machine that is busy with something else may need this long for what takes a moment. */
const patienceMs = 25_000

/** Lets real work happen, moving the fake clock a little when asked to, until something is so. @throws Error where it never is */
export const openUntil =
  (clock: () => FakeClock) =>
  async (isSo: () => boolean | Promise<boolean>, stepMs = 0): Promise<void> => {
    for (const endsMs = performance.now() + patienceMs; performance.now() < endsMs;) {
      if (await isSo()) return
      if (stepMs > 0) clock().moveBy(stepMs)
      await new Promise((resolve) => setImmediate(resolve))
    }
    throw new Error('it never came to be so')
  }
