/** Long work in steps: at each `yield` other calls may run. */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/**
 * Runs sliced work to its end, and returns to the event loop at each yield.
 * @throws whatever the work throws
 */
export async function runSliced<Result>(work: Sliced<Result>): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
