// Keeps the programs of npm start running; in live mode use systemd or containers instead.
import { spawn } from 'node:child_process'
import { openLogFile } from './log-file.mjs'

const readyWithinMs = 180_000
/** Programs stop within 20 seconds by themselves. */
const stopWithinMs = 22_000
/** Pauses before a restart, longer after each early exit. */
const restartAfterMs = [200, 1_000, 3_000, 10_000]
const earlyExitMs = 30_000

/**
 * Runs programs as child processes: waits until each answers at its health URL, restarts those that end, and stops all together.
 * @param {{ name: string, path: string, health: string, log: string, env: object }[]} programs
 * @returns a function that stops all
 * @throws Error with the program's own output if one does not become ready
 */
export async function supervise(programs, print) {
  let isStopping = false
  const seats = programs.map((program) => ({
    program,
    child: undefined,
    failures: 0,
    output: '',
    log: openLogFile(program.log),
  }))

  /** Starts a program, and restarts it each time it ends after having been ready. */
  const keepRunning = (seat) => {
    const startedAt = Date.now()
    launch(seat).once('exit', (code, signal) => {
      if (isStopping || !seat.isUp) return
      if (Date.now() - startedAt > earlyExitMs) seat.failures = 0
      const waitMs = restartAfterMs[Math.min(seat.failures++, restartAfterMs.length - 1)]
      print(`The ${seat.program.name} ended (${signal ?? `code ${code}`}); it is started again.`)
      setTimeout(() => {
        if (isStopping) return
        keepRunning(seat)
        waitUntilReady(seat).then(
          () => print(`The ${seat.program.name} answers again.`),
          (error) => print(error.message),
        )
      }, waitMs)
    })
  }

  const stop = () => {
    isStopping = true
    return stopAll(seats)
  }

  for (const seat of seats) keepRunning(seat)
  try {
    await Promise.all(seats.map(waitUntilReady))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Starts the process; its output goes to its log, and the last part is kept for errors */
function launch(seat) {
  const { program, log } = seat
  seat.output = ''
  // Pass on Node's own options.
  seat.child = spawn(process.execPath, [...process.execArgv, program.path], {
    env: program.env,
    // The IPC channel closes whenever this process ends, which ends the program, too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  seat.child.stdout.on('data', log.write)
  seat.child.stderr.on('data', (chunk) => {
    seat.output = (seat.output + chunk).slice(-4_000)
    log.write(chunk)
  })
  seat.ended = new Promise((resolve) => seat.child.once('exit', resolve))
  return seat.child
}

/** @throws Error with the program's output if it ends first or does not answer in time */
async function waitUntilReady(seat) {
  const { child, program } = seat
  const deadline = Date.now() + readyWithinMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(seat.output.trim() || `The ${program.name} ended before it was ready; see ${program.log}.`)
    const answered = await fetch(program.health, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (answered && seat.child === child) {
      seat.isUp = true
      return
    }
    if (Date.now() > deadline)
      throw new Error(`The ${program.name} did not answer within ${readyWithinMs / 1_000} seconds; see ${program.log}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function stopAll(seats) {
  const running = seats.filter(({ child }) => child && child.exitCode === null && child.signalCode === null)
  for (const { child } of running) child.kill('SIGTERM')
  const late = setTimeout(() => running.forEach(({ child }) => child.kill('SIGKILL')), stopWithinMs)
  await Promise.all(running.map((seat) => seat.ended))
  clearTimeout(late)
  for (const { log } of seats) log.close()
}
