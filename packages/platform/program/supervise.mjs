// Keeps the programs of npm start running; an operator's own supervisor (systemd, containers) takes its place in live mode.
import { spawn } from 'node:child_process'
import { openLogFile } from './log-file.mjs'

const readyWithinMs = 180_000
const stopWithinMs = 10_000
/** A program that died is started again after this long, longer each time it dies young. */
const restartAfterMs = [200, 1_000, 3_000, 10_000]
const youngMs = 30_000

/**
 * Runs programs as children: waits until each answers at its health address, starts again what dies, and stops all at once.
 * @param {{ name: string, path: string, health: string, log: string, env: object }[]} programs
 * @returns a function that stops everything
 * @throws Error with the program's own words where one does not come up
 */
export async function supervise(programs, say) {
  let stopping = false
  const seats = programs.map((program) => ({
    program,
    child: undefined,
    deaths: 0,
    said: '',
    log: openLogFile(program.log),
  }))

  const launch = (seat) => {
    const { program, log } = seat
    const startedAt = Date.now()
    seat.said = ''
    // Options of Node's own that the start was given are each program's, too.
    seat.child = spawn(process.execPath, [...process.execArgv, program.path], {
      env: program.env,
      // By the last one a program hears that this one is no more, however it ended, and ends too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    seat.child.stdout.on('data', log.write)
    seat.child.stderr.on('data', (chunk) => {
      seat.said = (seat.said + chunk).slice(-4_000)
      log.write(chunk)
    })
    seat.ended = new Promise((resolve) => seat.child.once('exit', resolve))
    seat.child.once('exit', (code, signal) => {
      if (stopping || !seat.isUp) return
      if (Date.now() - startedAt > youngMs) seat.deaths = 0
      const waitMs = restartAfterMs[Math.min(seat.deaths++, restartAfterMs.length - 1)]
      say(`The ${program.name} ended (${signal ?? `code ${code}`}); it is started again.`)
      setTimeout(() => {
        if (stopping) return
        launch(seat)
        waitUntilReady(seat).then(
          () => say(`The ${program.name} answers again.`),
          (error) => say(error.message),
        )
      }, waitMs)
    })
  }

  const waitUntilReady = async (seat) => {
    const { child, program } = seat
    const deadline = Date.now() + readyWithinMs
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(seat.said.trim() || `The ${program.name} ended before it was ready; see ${program.log}.`)
      const answered = await fetch(program.health, { signal: AbortSignal.timeout(1_000) }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (answered && seat.child === child) {
        seat.isUp = true
        return
      }
      if (Date.now() > deadline)
        throw new Error(
          `The ${program.name} did not answer within ${readyWithinMs / 1_000} seconds; see ${program.log}.`,
        )
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const stop = async () => {
    stopping = true
    const running = seats.filter(({ child }) => child && child.exitCode === null && child.signalCode === null)
    for (const { child } of running) child.kill('SIGTERM')
    const late = setTimeout(() => running.forEach(({ child }) => child.kill('SIGKILL')), stopWithinMs)
    await Promise.all(running.map((seat) => seat.ended))
    clearTimeout(late)
    for (const { log } of seats) log.close()
  }

  for (const seat of seats) launch(seat)
  try {
    await Promise.all(seats.map(waitUntilReady))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
