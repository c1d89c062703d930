import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabases, type Databases } from './databases.ts'
import { seedDemo, type DemoOperator } from './demo.ts'
import type { Front } from './front.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const names = ['server', 'studio', 'sandbox'] as const
type Name = (typeof names)[number]

export interface Dhow {
  portal: string
  console: string
  sandbox: string
  operatorPassword: string
  databases: Databases | undefined
  /** Operators of the demo world, by name; empty without one. */
  operators: ReadonlyMap<string, DemoOperator>
  /** Kills a program as a power cut would. */
  kill(name: Name): Promise<void>
  /** The same, and restarts it on its data. */
  killAndRestart(name: Name): Promise<void>
  /** The newest one-time code sent to a number. */
  codeFor(mobile: string): Promise<string>
  /** Stops everything in order, and keeps the data folder. */
  stop(): Promise<void>
  /** The same, and removes the data folder and databases. */
  close(): Promise<void>
}

/**
 * The real programs as `npm start` runs them, on their own ports and data folder, behind a proxy if `front` is given. The folder is
 * the result of a first start; with `from` 'nothing' it is empty. With `demo`, seeds a demo world of so many players and days.
 */
export async function openDhow({
  engine = process.env['DHOW_JOURNEY_POSTGRES'] ? 'postgres' : 'embedded',
  front,
  demo,
  from = demo ? 'nothing' : 'first start',
  dataDir = mkdtempSync(join(tmpdir(), 'dhow-journey-')),
  portalHost = '127.0.0.1',
  hasMail = false,
  env = {},
}: {
  engine?: 'embedded' | 'postgres'
  front?: Front
  demo?: { players: number; days: number }
  from?: 'nothing' | 'first start'
  dataDir?: string
  /** Host name at which browsers reach the portal. */
  portalHost?: string
  /** The sandbox accepts e-mails, and the portal sends them. */
  hasMail?: boolean
  env?: Record<string, string>
} = {}): Promise<Dhow> {
  const firstStart = process.env['DHOW_JOURNEY_FIRST_START']
  if (from === 'first start' && firstStart !== undefined) cpSync(firstStart, dataDir, { recursive: true })
  const databases =
    engine === 'postgres'
      ? openDatabases(
          process.env['DHOW_JOURNEY_POSTGRES']!,
          from === 'nothing' ? undefined : process.env['DHOW_JOURNEY_TEMPLATE'],
        )
      : undefined
  const [portalPort, consolePort, studioPort, sandboxPort, smtpPort] = await freePorts(5)
  const origin = (port: number | undefined) => `http://127.0.0.1:${port}`
  const portal = front?.origin ?? `http://${portalHost}:${portalPort}`
  const operatorPassword = 'the first one-time password'
  const shared = {
    ...process.env,
    NODE_ENV: 'production',
    PORTAL_ORIGIN: portal,
    CONSOLE_ORIGIN: origin(consolePort),
    STUDIO_ORIGIN: origin(studioPort),
    SANDBOX_ORIGIN: origin(sandboxPort),
    STUDIO_WALLET_KEY: 'the key between studio and wallet in a journey',
    SANDBOX_KEY: 'the key of the sandbox in a journey',
    ...(hasMail ? { SANDBOX_SMTP_PORT: String(smtpPort) } : {}),
    ...env,
  }
  const programs: Record<Name, { port: number | undefined; env: Record<string, string | undefined> }> = {
    server: {
      port: portalPort,
      env: {
        ...shared,
        PORT: String(portalPort),
        CONSOLE_PORT: String(consolePort),
        DATA_DIR: dataDir,
        DATABASE_URL: databases?.server ?? '',
        SECRET_KEY: 'a key of the journeys that is long enough to be one',
        DHOW_FIRST_OPERATOR_PASSWORD: operatorPassword,
        ...env,
      },
    },
    studio: {
      port: studioPort,
      env: {
        ...shared,
        STUDIO_PORT: String(studioPort),
        STUDIO_HOST: '127.0.0.1',
        STUDIO_DATA_DIR: join(dataDir, 'studio'),
        STUDIO_WALLET_URL: `${origin(portalPort)}/api/v1/dhow/gateway/dhow`,
        // Enough rounds for a journey; longer chains would only cost CPU.
        STUDIO_CHAIN_LENGTH: '20000',
        DATABASE_URL: '',
        STUDIO_DATABASE_URL: databases?.studio ?? '',
      },
    },
    sandbox: {
      port: sandboxPort,
      env: {
        ...shared,
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
        SANDBOX_PORTAL_URL: origin(portalPort),
      },
    },
  }
  const running = new Map<Name, { child: ChildProcess; ended: Promise<unknown> }>()
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const read = new Set<string>()

  async function start(name: Name) {
    const { port, env } = programs[name]
    const log = createWriteStream(join(dataDir, 'logs', `${name}.log`), { flags: 'a' })
    // A program that lives for a minute does not gain from optimised compilation of the embedded engine.
    const flags = databases ? [] : ['--liftoff-only']
    const child = spawn(process.execPath, [...flags, join(root, `apps/${name}/dist/program.js`)], {
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    running.set(name, { child, ended: new Promise((resolve) => child.once('exit', resolve)) })
    await until(`${name} answers`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended; see ${dataDir}/logs`)
      return (await fetch(`${origin(port)}/health`)).ok
    })
  }
  async function end(name: Name, signal: NodeJS.Signals) {
    const seat = running.get(name)
    if (!seat) return
    seat.child.kill(signal)
    await seat.ended
  }

  const stop = async () => void (await Promise.all(names.map((name) => end(name, 'SIGTERM'))))

  let operators: DemoOperator[] = []
  try {
    if (demo)
      operators = await seedDemo(
        names.toReversed().map((name) => programs[name].env),
        demo,
      )
    await Promise.all(names.map(start))
  } catch (error) {
    // Kill the programs that did start, since they would slow the next journey down.
    await Promise.all(names.map((name) => end(name, 'SIGKILL')))
    throw error
  }
  front?.setTarget(origin(portalPort))
  return {
    portal,
    console: origin(consolePort),
    sandbox: origin(sandboxPort),
    operatorPassword,
    databases,
    operators: new Map(operators.map((operator) => [operator.name, operator])),
    stop,
    kill: (name) => end(name, 'SIGKILL'),
    async killAndRestart(name) {
      await end(name, 'SIGKILL')
      await start(name)
    },
    async codeFor(mobile) {
      let code: string | undefined
      await until(`a code for ${mobile}`, async () => {
        const answer = await fetch(`${origin(sandboxPort)}/sms?to=${encodeURIComponent(mobile)}`)
        const messages = (await answer.json()) as { id: string; text: string }[]
        // Messages about money go to the same number and contain no code.
        const newest = messages.find(({ text }) => /\b\d{6}\b/.test(text))
        // A code that was already read is not the new one.
        if (newest === undefined || read.has(newest.id)) return false
        read.add(newest.id)
        code = /\b\d{6}\b/.exec(newest.text)?.[0]
        return true
      })
      return code!
    },
    async close() {
      await stop()
      databases?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Polls until the condition holds; a refused connection counts as not yet. */
async function until(what: string, holds: () => Promise<boolean>) {
  // A start takes seconds, up to a minute on a busy machine.
  const deadline = Date.now() + 150_000
  for (;;) {
    const answer = await holds().catch((error: unknown) => {
      if (error instanceof TypeError) return false
      throw error
    })
    if (answer) return
    if (Date.now() > deadline) throw new Error(`gave up waiting: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * Distinct free ports below the system's range for outgoing connections: one of those could take a port before its program starts or
 * restarts.
 */
async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
