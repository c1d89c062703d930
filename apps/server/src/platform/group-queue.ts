import type { Timers } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { isTimeout } from './db/confirmed.ts'

/**
 * Batches work of many callers into groups that share one round trip and one commit. While a group is under way the
 * next one fills; up to `width` run at once, but a second one starts only when it is large enough, or the items would
 * leave one by one. A single caller starts at once; only with `rest` does a small group wait after the one before. If a
 * whole group fails, each item is tried again alone, so that one bad or blocked item does not fail the others; but not if
 * the database did not answer in time, which would take each as long again.
 */
export interface GroupQueue<Item, Answer> {
  submit(item: Item): Promise<Answer>
  /** Submits items together; they stay in one group as far as it holds them. */
  submitAll(items: Item[]): Promise<Answer[]>
  /** Number of waiting items. */
  waiting(): number
  /** Resolves when everything submitted has its answer. */
  idle(): Promise<void>
}

interface Entry<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

export function openGroupQueue<Item, Answer>(options: {
  /** Answers in the order of the items. */
  run(items: Item[]): Promise<Answer[]>
  most: number
  width: number
  log: Log
  /** Whether the caller's item runs in a group by itself, with its own statements. */
  alone?: (() => boolean) | undefined
  /** Delay of a small group after the start of another, so that frequent callers share one. */
  rest?: { ms: number; timers: Timers } | undefined
  /** Called with the size of each group that starts. */
  onGroup?: ((size: number) => void) | undefined
}): GroupQueue<Item, Answer> {
  const { run, most, width, log, rest } = options
  const worthwhile = Math.min(most, 32)
  let entries: Entry<Item, Answer>[] = []
  let underWay = 0
  const pause = openPause(rest, () => pump())
  let idleWaiters: (() => void)[] = []

  const runGroup = async (group: Entry<Item, Answer>[]) => {
    try {
      const answers = await runWhole(
        run,
        group.map((entry) => entry.item),
      )
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer)
    } catch (error) {
      if (group.length === 1 || isTimeout(error)) return rejectAll(group, error)
      log.warn({ err: error, size: group.length }, 'a group failed; its items are retried one by one')
      await Promise.all(group.map((entry) => runGroup([entry])))
    }
  }

  const pump = () => {
    while (entries.length >= (underWay === 0 && !pause.isOn() ? 1 : worthwhile) && underWay < width) {
      const group = entries.slice(0, most)
      entries = entries.slice(most)
      underWay++
      pause.begin()
      options.onGroup?.(group.length)
      void runGroup(group).finally(() => {
        underWay--
        pump()
      })
    }
    if (entries.length === 0 && underWay === 0) {
      for (const wake of idleWaiters) wake()
      idleWaiters = []
    }
  }

  const enter = (item: Item) => new Promise<Answer>((resolve, reject) => void entries.push({ item, resolve, reject }))
  const entered = (before: number) => {
    // Items of the same turn of the event loop form one group.
    if (before === 0 && entries.length > 0) setImmediate(pump)
    else if (entries.length >= worthwhile) pump()
  }

  return {
    submit(item) {
      if (options.alone?.()) return new Promise((resolve, reject) => void runGroup([{ item, resolve, reject }]))
      const before = entries.length
      const answer = enter(item)
      entered(before)
      return answer
    },
    submitAll(items) {
      if (options.alone?.()) return run(items)
      const before = entries.length
      const answers = items.map(enter)
      entered(before)
      return Promise.all(answers)
    },
    waiting: () => entries.length,
    idle: () =>
      entries.length === 0 && underWay === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve)),
  }
}

function rejectAll(group: Pick<Entry<unknown, unknown>, 'reject'>[], error: unknown) {
  for (const entry of group) entry.reject(error)
}

/** Runs a group. @throws Error if the number of answers differs from the number of items */
async function runWhole<Item, Answer>(run: (items: Item[]) => Promise<Answer[]>, items: Item[]): Promise<Answer[]> {
  const answers = await run(items)
  if (answers.length !== items.length) throw new Error(`a group of ${items.length} got ${answers.length} answers`)
  return answers
}

/** The pause after each group, if there is one; calls back at the end of the last pause. */
function openPause(rest: { ms: number; timers: Timers } | undefined, over: () => void) {
  let isOn = false
  let cancel = () => {}
  return {
    isOn: () => isOn,
    begin() {
      if (!rest) return
      cancel()
      isOn = true
      cancel = rest.timers.after(rest.ms, () => {
        isOn = false
        over()
      })
    },
  }
}
