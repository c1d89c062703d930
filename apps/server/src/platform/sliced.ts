/** Long work in pieces: at each `yield` other calls may have their turn. */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/**
 * Runs sliced work to its end, and gives the event loop a turn at each of its yields.
 * @throws whatever the work throws
 */
export async function runSliced<Result>(work: Sliced<Result>): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
