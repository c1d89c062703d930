import type { Scheduler } from './scheduler.ts'

/** Makes a server's pause a step, which can be cancelled. Outside a schedule nothing waits for it. */
export function pauseAsStep(scheduler: Scheduler, run: () => void): () => void {
  const actor = scheduler.actors.getStore()
  if (actor === undefined || !scheduler.isOn()) return () => undefined
  let isOff = false
  const step = { actor, kind: 'timer' as const, label: 'pause', writes: false, commits: false }
  void scheduler.hold(step, () => {
    if (!isOff) run()
    return Promise.resolve()
  })
  return () => void (isOff = true)
}

/** Pauses between tries about a locked player are shorter; timers of HTTP clients are longer. */
const longestRetryMs = 100

/**
 * Makes the machine's short timers that a server sets during a schedule steps too. Returns a function that undoes it.
 */
export function holdTimers(scheduler: Scheduler): () => void {
  const { setTimeout: realSet, clearTimeout: realClear } = globalThis
  const cancels = new WeakMap<object, () => void>()
  const held = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const isOurs = scheduler.isOn() && scheduler.actors.getStore() !== undefined && ms <= longestRetryMs
    if (!isOurs) return realSet(run, ms, ...args)
    // A timer that never runs represents the step, so that it can be cleared like any other.
    const timer = realSet(() => undefined, 2 ** 30).unref()
    cancels.set(timer, pauseAsStep(scheduler, run))
    return timer
  }
  globalThis.setTimeout = Object.assign(held, { __promisify__: realSet.__promisify__ }) as typeof setTimeout
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') cancels.get(timer)?.()
    realClear(timer)
  }
  return () => void Object.assign(globalThis, { setTimeout: realSet, clearTimeout: realClear })
}
