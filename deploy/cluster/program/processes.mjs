// Processes of the cluster: each has a log, is restarted when it exits, and is stopped by its id.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const againAfterMs = 500
const stopWithinMs = 25_000

/** @param {string} logs folder of the logs */
export function openProcesses(logs, print) {
  const seats = new Map()
  let isStopping = false

  function launch(seat) {
    const log = openSync(join(logs, `${seat.name}.log`), 'a')
    // The ipc channel closes when this process ends, however it ends; our own programs then exit too.
    const stdio = ['ignore', log, log, ...(seat.hasChannel ? ['ipc'] : [])]
    // Ctrl-C at the terminal reaches only this process, which stops the others in order.
    const child = spawn(seat.command, seat.words, { cwd: seat.cwd, env: seat.env, stdio, detached: true })
    closeSync(log)
    seat.child = child
    seat.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        print(`${seat.name} cannot be started: ${error.message}`)
        resolve()
      })
      child.once('exit', resolve)
    })
    void seat.ended.then(() => {
      if (isStopping || seat.isHeld) return
      setTimeout(() => !isStopping && !seat.isHeld && launch(seat), againAfterMs)
    })
  }
  const isRunning = ({ child }) => child.exitCode === null && child.signalCode === null

  /** Asks processes to exit, and kills them after a while. */
  async function end(list) {
    for (const seat of list) if (isRunning(seat)) seat.child.kill('SIGTERM')
    const late = setTimeout(() => list.filter(isRunning).forEach(({ child }) => child.kill('SIGKILL')), stopWithinMs)
    await Promise.all(list.filter(isRunning).map(({ ended }) => ended))
    clearTimeout(late)
  }

  return {
    /** @param {{ name: string, command: string, words: string[], env: object, cwd?: string, hasChannel?: boolean }} process */
    start(process) {
      const seat = { ...process, isHeld: false }
      seats.set(process.name, seat)
      launch(seat)
    },
    pid: (name) => seats.get(name).child.pid,
    env: (name) => seats.get(name).env,
    /** Kills a process as a power cut would; with `isHeld` it is not restarted until `resume`. */
    async kill(name, { isHeld = false, signal = 'SIGKILL' } = {}) {
      const seat = seats.get(name)
      seat.isHeld = isHeld
      seat.child.kill(signal)
      await seat.ended
    },
    /** Restarts it; `changes` of its environment, words or folder last until the next change. */
    resume(name, changes = {}) {
      const seat = Object.assign(seats.get(name), changes)
      seat.isHeld = false
      launch(seat)
    },
    /** Stops all, the last group of names first. */
    async stop(groups) {
      isStopping = true
      for (const names of groups) await end(names.flatMap((name) => seats.get(name) ?? []))
    },
  }
}

/** Ids of processes whose command contains the folder. */
export function processesOf(folder) {
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id) || Number(id) === process.pid) return []
    try {
      const words = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0')
      return words.some((word) => word.includes(`${folder}/engines`)) ? [Number(id)] : []
    } catch {
      return []
    }
  })
}
