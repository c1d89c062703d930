import type { FakeClock } from './fake-clock.ts'

/** Long enough for a busy machine. */
const patienceMs = 25_000
/** A look at the database takes longer than the work between two looks. */
const turnsALook = 4

/** Waits until a condition holds, optionally moving the fake clock. @throws Error if it never does */
export const openUntil =
  (clock: () => FakeClock) =>
  async (isSo: () => boolean | Promise<boolean>, stepMs = 0): Promise<void> => {
    for (const endsMs = performance.now() + patienceMs; performance.now() < endsMs;) {
      if (await isSo()) return
      for (let turn = 0; turn < turnsALook; turn++) {
        if (stepMs > 0) clock().moveBy(stepMs)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    throw new Error('the condition never became true')
  }
