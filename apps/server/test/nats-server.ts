import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const folders = ['/usr/sbin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(':')]
const program = folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path))

/** Whether NATS is on this machine; if not, tests that need it are skipped with a message. */
export const hasNats = program !== undefined
if (!hasNats) console.warn('skipped: events over NATS, since nats-server is not installed')

/** A NATS server of the test's own, ended by its process id. */
export async function startNats() {
  const port = await freePort()
  let child = await run(port)
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await ended
    },
    /** Starts again at the same address. */
    async start() {
      child = await run(port)
    },
  }
}

async function run(port: number) {
  if (program === undefined) throw new Error('nats-server is not on this machine')
  const child = spawn(program, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
  while (!(await answers(port))) if (child.exitCode !== null) throw new Error('nats-server ended at its start')
  return child
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 20))
  })
