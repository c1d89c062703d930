#!/usr/bin/env node
// npm start on a built copy: with a new data folder, again with the same one, and with another copy beside it on its own ports and folder.
// Measured until it prints that everything answers; then Ctrl-C must stop all of it.
//   node bench/start.mjs        Build first: npm run build.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, machineNotes, report, root } from './setup.mjs'

const barSeconds = 5

machineNotes()
const [here, beside] = await Promise.all([newCopy(), newCopy()])
const running = new Set()
try {
  const first = await start(here)
  const firstLeft = await first.stop()
  const second = await start(here)
  const other = await start(beside)
  const [portal, theOther] = await Promise.all([here, beside].map(isUp))
  const left = [firstLeft, await second.stop(), await other.stop()].flat()
  report([
    { what: 'first start, new data folder', value: seconds(first.ms) },
    {
      what: 'second start, the same folder',
      value: seconds(second.ms),
      bar: `under ${barSeconds} s`,
      isReached: second.ms < barSeconds * 1_000,
    },
    { what: 'both copies answer', value: portal && theOther ? 'yes' : 'no', bar: 'yes', isReached: portal && theOther },
    { what: 'programs still running after Ctrl-C', value: String(left.length), bar: '0', isReached: left.length === 0 },
  ])
} finally {
  for (const child of running) signal(child, 'SIGKILL')
  for (const { folder } of [here, beside]) rmSync(folder, { recursive: true, force: true })
}

async function newCopy() {
  const [portal, console, studio, sandbox] = await freePorts(4)
  const folder = mkdtempSync(join(tmpdir(), 'dhow-start-'))
  const env = { PORT: portal, CONSOLE_PORT: console, STUDIO_PORT: studio, SANDBOX_PORT: sandbox, DATA_DIR: folder }
  return { folder, ports: [portal, console, studio, sandbox], env }
}

/** Starts a copy; `ms` is the time until its last line. Returns a function to stop it. */
async function start(copy) {
  const since = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(copy.env).map(([name, value]) => [name, String(value)])),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, so that the interrupt reaches the same processes as from a terminal.
    detached: true,
  })
  running.add(child)
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child))
  await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      if (output.includes('Ctrl-C stops everything.')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
  })
  return {
    ms: performance.now() - since,
    async stop() {
      signal(child, 'SIGINT')
      await ended
      const answers = await Promise.all(copy.ports.map(answersAt))
      return copy.ports.filter((_port, index) => answers[index])
    },
  }
}

/** Signals the child and its descendants. @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} name */
function signal(child, name) {
  process.kill(-Number(child.pid), name)
}

async function isUp(copy) {
  return (await Promise.all(copy.ports.map(answersAt))).every(Boolean)
}

function answersAt(port) {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    (answer) => answer.ok,
    () => false,
  )
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`
}
