// Shared parts of the return benches: rounds played by one thread per core, and the merged sums.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * Plays `rounds` of each of `tasks` in threads that run `file`, in shards of up to a million; a thread answers each shard with the sums of
 * returns and of their squares, by name. Calls `done` for a task once all of its shards are complete.
 * @param {{ file: URL, tasks: number, rounds: number, done: (task: number, sums: Map<string, { total: number, squares: number }>) => void }} parts
 */
export async function runShards({ file, tasks, rounds, done }) {
  const most = 1_000_000
  const shards = []
  const open = []
  for (let task = 0; task < tasks; task++) {
    for (let from = 0; from < rounds; from += most) shards.push({ task, from, to: Math.min(rounds, from + most) })
    open.push({ left: Math.ceil(rounds / most), sums: new Map() })
  }
  const work = (worker) =>
    new Promise((resolve, reject) => {
      const next = () => {
        const shard = shards.shift()
        if (shard) worker.postMessage(shard)
        else resolve(worker.terminate())
      }
      worker.on('error', reject)
      worker.on('message', ({ task, sums }) => {
        const one = open[task]
        for (const [name, { total, squares }] of sums) {
          const known = one.sums.get(name) ?? { total: 0, squares: 0 }
          one.sums.set(name, { total: known.total + total, squares: known.squares + squares })
        }
        if (--one.left === 0) done(task, one.sums)
        next()
      })
      next()
    })
  await Promise.all(
    Array.from({ length: availableParallelism() }, () => work(new Worker(file, { argv: process.argv.slice(2) }))),
  )
}

/** Mean and standard error of so many rounds. */
export function meanOf({ total, squares }, rounds) {
  const mean = total / rounds
  return { mean, error: Math.sqrt((squares / rounds - mean * mean) / rounds) }
}
