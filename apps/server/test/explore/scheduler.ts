import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import type { Actor, Step, StepFault, Underway } from './steps.ts'

export type Scheduler = ReturnType<typeof openScheduler>

/** Idle turns of the event loop after which nothing more happens by itself. */
const idleTurns = 6
/**
 * Delay before asking the database whether an unanswered statement waits for a lock. The answer decides, not the time.
 */
const lookAfterMs = 4

/** The interval grows for the same statements. */
const maxPollMs = 32

/** Returns those of these database processes that wait for a lock. */
type Blocked = (pids: number[]) => Promise<Set<number>>

/** Chooses the next step. */
export interface Chooser {
  choose(steps: readonly Step[], previous: Actor | undefined): number
  /** Called before each choice; may inject a fault into the servers, and returns whether it did. */
  before(step: number): Promise<boolean>
  /** Fault for the step about to be released. */
  faultOf(step: Step, number: number): StepFault | undefined
}

/**
 * Holds each statement of the servers, each call to an outside service and each pause, and releases one at a time, as
 * the chooser decides. A step is over when the database has answered it, or has made it wait for a lock, and everything
 * that follows from it is held at its next step: so only the chooser decides the order, and time never does.
 */
export function openScheduler() {
  let blocked: Blocked = () => Promise.resolve(new Set())
  const actors = new AsyncLocalStorage<Actor>()
  let held: Step[] = []
  const underway = new Set<Underway>()
  let activity = 0
  let isOn = false
  let wake = () => {}
  let outside = 0
  const note = () => {
    activity++
    wake()
  }

  /**
   * Makes the schedule wait for something that is no step and ends by itself: an opening connection, a call being
   * answered. Returns a function that ends the wait.
   */
  function beginOutside(): () => void {
    outside++
    note()
    // Its result is used in the same turn of the event loop.
    return () =>
      void setImmediate(() => {
        outside--
        note()
      })
  }
  const awaitOutside = <Result>(work: Promise<Result>): Promise<Result> => work.finally(beginOutside())

  /** Waits until its turn; never ends if the process that called has crashed meanwhile. */
  function hold<Result>(step: Omit<Step, 'release'>, run: (fault: StepFault | undefined) => Promise<Result>) {
    if (!isOn) return run(undefined)
    if (step.actor.isGone) return new Promise<Result>(() => undefined)
    return new Promise<Result>((resolve, reject) => {
      const { actor } = step
      const go = AsyncResource.bind((fault?: StepFault) => {
        run(fault).then(
          (result) => {
            note()
            if (!actor.isGone) resolve(result)
          },
          (error: unknown) => {
            note()
            if (!actor.isGone) reject(error as Error)
          },
        )
      })
      held.push({ ...step, release: go })
      note()
    })
  }

  /** Asks the database again which statements wait: something may have released a lock. */
  function recheck() {
    for (const one of underway) one.isBlocked = false
    note()
  }

  /**
   * Waits for the database's answer to one statement.
   * @param frees whether its end may release locks that others wait for; a failed one always may
   */
  async function track<Result>(
    { actor, pid, frees }: { actor: Actor; pid: number; frees: boolean },
    run: () => Promise<Result>,
  ): Promise<Result> {
    const one: Underway = { actor, pid, isBlocked: false }
    underway.add(one)
    let isFailed = true
    try {
      const result = await run()
      isFailed = false
      return result
    } finally {
      underway.delete(one)
      if (frees || isFailed) recheck()
      else note()
    }
  }

  const answerOr = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = realTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** Returns when nothing happens any more without a release. */
  async function quiet() {
    let lookMs = lookAfterMs
    for (let turns = 0; turns < idleTurns;) {
      const before = activity
      const open = [...underway].filter(({ isBlocked }) => !isBlocked)
      if (open.length > 0 || outside > 0) {
        await answerOr(lookMs)
        if (activity === before && open.length > 0) {
          lookMs = Math.min(lookMs * 2, maxPollMs)
          const waiting = await blocked(open.map(({ pid }) => pid))
          if (activity === before) for (const one of open) one.isBlocked = waiting.has(one.pid)
        }
        turns = 0
        continue
      }
      await new Promise((resolve) => setImmediate(resolve))
      turns = activity === before ? turns + 1 : 0
    }
  }

  return {
    actors,
    hold,
    track,
    recheck,
    awaitOutside,
    quiet,
    isOn: () => isOn,
    note,
    /** Sets how to find statements that wait for a lock; by default none does. */
    askBlocked: (ask: Blocked) => void (blocked = ask),
    /** Stops all work of these actors. */
    forget(isLost: (actor: Actor) => boolean) {
      for (const { actor } of held) if (isLost(actor)) actor.isGone = true
      for (const { actor } of underway) if (isLost(actor)) actor.isGone = true
      held = held.filter(({ actor }) => !isLost(actor))
    },
    begin: () => void (isOn = true),
    end() {
      isOn = false
      const left = held
      held = []
      return left
    },
    /**
     * Releases steps until all actors are done.
     * @throws Deadlock if all remaining ones wait for each other
     */
    async run(chooser: Chooser, isOver: () => boolean, maxSteps: number) {
      let previous: Actor | undefined
      for (let number = 0; ; number++) {
        await quiet()
        if (isOver()) return number
        if (await chooser.before(number)) {
          await quiet()
          if (isOver()) return number
        }
        const ready = held.filter(({ actor, canGo }) => !actor.isGone && (canGo?.() ?? true))
        if (ready.length === 0) throw new Deadlock([...underway].map(({ actor }) => actor.name))
        if (number >= maxSteps) throw new Endless(ready.map(({ actor, label }) => `${actor.name}: ${label}`))
        ready.sort(byActor)
        const step = ready[chooser.choose(ready, previous)] as Step
        held.splice(held.indexOf(step), 1)
        previous = step.actor
        step.release(chooser.faultOf(step, number))
      }
    },
  }
}

/**
 * Sorts by name, and concurrent statements of one actor by their text, so that it does not matter which of its
 * connections was free first.
 */
const byActor = (a: Step, b: Step) => compare(a.actor.name, b.actor.name) || compare(a.label, b.label)
const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** All actors wait for locks held by each other. */
export class Deadlock extends Error {
  constructor(names: string[]) {
    super(names.length === 0 ? 'nothing goes on, and nobody waits for a lock' : `deadlock of ${names.join(', ')}`)
  }
}
/** Far more steps than the calls have statements. */
export class Endless extends Error {
  constructor(steps: string[]) {
    super(`no end after many steps; next would be ${steps.join('; ')}`)
  }
}

/** The machine's own timers, unchanged while those of the servers are held. */
export const realTimeout = globalThis.setTimeout
