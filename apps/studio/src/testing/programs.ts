import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** One of the repository's programs as a separate process, which a test kills and restarts. */
export interface Program {
  url: string
  /** Starts it (again) and waits until `isReady` accepts its health answer. */
  start(): Promise<void>
  /** Ends it, by default with SIGKILL; returns its exit code, null if the signal ended it. */
  kill(signal?: NodeJS.Signals): Promise<number | null>
  /** The end of its log. */
  output(): string
}

const readyWithinMs = 60_000
const askAgainMs = 25

export function openProgram(
  name: 'server' | 'studio' | 'sandbox',
  port: number,
  env: Record<string, string>,
  isReady: (health: Record<string, unknown>) => boolean = () => true,
): Program {
  const main = fileURLToPath(new URL(`../../../${name}/dist/program.js`, import.meta.url))
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let ended: Promise<number | null> = Promise.resolve(null)
  let captured = ''
  // Do not leave a process behind if the test is aborted.
  process.once('exit', () => child?.kill('SIGKILL'))

  return {
    url,
    output: () => captured,
    async start() {
      captured = ''
      const started = spawn(process.execPath, [main], {
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      ended = new Promise((resolve) => started.once('exit', resolve))
      const listen = (chunk: Buffer): void => void (captured = (captured + chunk.toString()).slice(-20_000))
      started.stdout.on('data', listen)
      started.stderr.on('data', listen)
      for (const deadlineMs = Date.now() + readyWithinMs; ;) {
        if (started.exitCode !== null) throw new Error(`the ${name} ended: ${captured}`)
        const health = await fetch(`${url}/health`)
          .then((answer) => (answer.ok ? (answer.json() as Promise<Record<string, unknown>>) : undefined))
          .catch(() => undefined)
        if (health && isReady(health)) return
        if (Date.now() > deadlineMs) throw new Error(`the ${name} did not become ready: ${captured}`)
        await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    },
    async kill(signal = 'SIGKILL') {
      child?.kill(signal)
      return ended
    },
  }
}

/** Finds free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = createServer()
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
      return probe
    }),
  )
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}
