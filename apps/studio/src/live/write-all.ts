import { writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What the threads share. `control` holds, each at its place, what the constants below name. */
interface Shared {
  control: Int32Array
  files: Int32Array
  written: Int32Array
  bytes: Uint8Array
}

/** Counts the sweeps, and wakes the helpers. */
const turn = 0
/** The next file that nobody has taken, and one that no sweep has while there is nothing to do. */
const next = 1
const none = 2 ** 30
const working = 2
const total = 3
const length = 4
/** So many of the files stand in their places already. */
const named = 5

/** Neighbours that one thread takes together. */
const block = 32
const mostFiles = 2 ** 16
const mostBytes = 2 ** 18
/** With fewer the others are awake when all is done. */
const worthHelp = 500
const mostHelpers = 3

/**
 * Writes the same bytes to many sockets at once: what the system does for a write is the whole cost of telling ten thousand pages, so the
 * processors share it. The call comes back when all is written, so that everything that is said keeps its order; no socket is
 * closed meanwhile that was named, and so none of the numbers means another file.
 * @param helpers how many further threads there are to be; they start with the first sweep that is worth them
 */
export function openWriteAll(helpers = Math.min(availableParallelism() - 1, mostHelpers)) {
  const integers = (count: number) => new Int32Array(new SharedArrayBuffer(count * 4))
  const shared: Shared = {
    control: integers(6),
    files: integers(mostFiles),
    written: integers(mostFiles),
    bytes: new Uint8Array(new SharedArrayBuffer(mostBytes)),
  }
  const { control } = shared
  Atomics.store(control, next, none)
  let threads: Worker[] | undefined

  function start(): Worker[] {
    const text = `const take = ${take.toString()}; (${help.toString()})(take, require('node:worker_threads').workerData, require('node:fs').writeSync)`
    return Array.from({ length: helpers }, () => {
      const thread = new Worker(text, { eval: true, workerData: shared })
      thread.unref()
      return thread
    })
  }

  return {
    /** Whether so much to so many is worth the help. */
    isWorth: (files: number, bytes: Buffer) =>
      helpers > 0 && files >= worthHelp && files <= mostFiles && bytes.length <= mostBytes,

    /**
     * Writes `bytes` to so many files. Naming them takes a while, so the helpers write to the first of them meanwhile.
     * @param fileAt the number of a socket that is open; undefined for one that is not to be written to
     * @param short is told of each, by its place, that did not take all, with how much it took
     */
    write(
      count: number,
      bytes: Buffer,
      fileAt: (place: number) => number | undefined,
      short: (place: number, taken: number) => void,
    ): void {
      threads ??= start()
      shared.bytes.set(bytes)
      control[total] = count
      control[length] = bytes.length
      Atomics.store(control, named, 0)
      // From here on the helpers find something to do, with all of the above in place.
      Atomics.store(control, next, 0)
      Atomics.add(control, turn, 1)
      Atomics.notify(control, turn)
      for (let place = 0; place < count; place++) {
        shared.files[place] = fileAt(place) ?? -1
        if ((place + 1) % block !== 0 && place + 1 !== count) continue
        Atomics.store(control, named, place + 1)
        Atomics.notify(control, named)
      }
      take(shared, writeSync)
      // Whoever wakes only now finds nothing, and whoever has taken something is waited for.
      Atomics.store(control, next, none)
      for (let busy = Atomics.load(control, working); busy > 0; busy = Atomics.load(control, working))
        Atomics.wait(control, working, busy)
      for (let place = 0; place < count; place++) {
        const taken = shared.written[place]!
        if (taken < bytes.length) short(place, taken)
      }
    },

    async close() {
      await Promise.all((threads ?? []).map((thread) => thread.terminate()))
    },
  }
}

/** A helper's life. Started from its text, it knows what it is given and nothing else. */
function help(takeAll: typeof take, { control, ...rest }: Shared, write: typeof writeSync): never {
  for (let seen = 0; ;) {
    Atomics.wait(control, 0, seen)
    seen = Atomics.load(control, 0)
    Atomics.add(control, 2, 1)
    takeAll({ control, ...rest }, write)
    Atomics.sub(control, 2, 1)
    Atomics.notify(control, 2)
  }
}

/** Writes until nothing is left that nobody has taken. The helpers run its text too. */
function take({ control, files, written, bytes }: Shared, write: typeof writeSync): void {
  for (;;) {
    const from = Atomics.add(control, 1, 32)
    // Looked at after the place was taken: the numbers of the sweep that it belongs to.
    const end = Math.min(from + 32, control[3]!)
    if (from >= end) return
    for (let named = Atomics.load(control, 5); named < end; named = Atomics.load(control, 5))
      Atomics.wait(control, 5, named)
    for (let place = from; place < end; place++) {
      written[place] = control[4]!
      if (files[place]! < 0) continue
      try {
        written[place] = write(files[place]!, bytes, 0, control[4]!)
      } catch {
        // Full, or gone: who asked hands the rest to the stream.
        written[place] = 0
      }
    }
  }
}
