// Ends processes started by npm when npm ends, which npm does not do itself.
import { readFileSync } from 'node:fs'

const checkIntervalMs = 500

/**
 * Calls `ended` once the npm that started this process, or the shell in between, has ended. A signal to npm ends npm and that shell only. Watches
 * nothing without npm.
 * @param {NodeJS.ProcessEnv} env contains npm's variables
 * @param {() => void} ended
 */
export function watchAncestors(env, ended) {
  if (env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return
    clearInterval(timer)
    ended()
  }, checkIntervalMs)
  timer.unref()
}

/** The parent of a process; undefined where the system does not report it. */
function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1])
  } catch {
    return undefined
  }
}
