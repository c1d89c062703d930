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
  /** The operators of the demo world, by name; none without one. */
  operators: ReadonlyMap<string, DemoOperator>
  /** Ends a program as a power cut would. */
  kill(name: Name): Promise<void>
  /** The same, and starts it again on what it left behind. */
  killAndRestart(name: Name): Promise<void>
  /** The newest one-time code that a number got. */
  codeFor(mobile: string): Promise<string>
  /** Ends everything in order, and leaves the data folder. */
  stop(): Promise<void>
  /** The same, and removes what it left. */
  close(): Promise<void>
}

/**
 * The real programs as `npm start` runs them, on ports and a data folder of their own; behind a proxy where there is one in front.
 * The folder is as a first start leaves it, unless the journey is about that start: then `from` is 'nothing'. With `demo` a demo world is made in it,
 * of so many players and days.
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
  /** Host by which browsers find the portal. */
  portalHost?: string
  /** The sandbox takes e-mails, and the portal sends them. */
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
        // Enough rounds for a journey; long chains would only keep the processor busy.
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
    // A program that lives for a minute gains nothing from an embedded engine that is compiled a second time, for speed.
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
    // Stop the programs that did start, or they slow the next journey down.
    await Promise.all(names.map((name) => end(name, 'SIGKILL')))
    throw error
  }
  front?.lead(origin(portalPort))
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
        // Messages about money come to the same number and hold no code.
        const newest = messages.find(({ text }) => /\b\d{6}\b/.test(text))
        // A code that was read before is not the one that is on its way.
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

/** Asks again until it is so; a refused connection is not an answer yet. */
async function until(what: string, holds: () => Promise<boolean>) {
  // A start takes seconds, and a minute where many other programs want the processor.
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
 * Ports that are free now, all different. Below the range from which the system takes ports for outgoing connections, or one of those could
 * be on a port before its program is, the first time or after a restart.
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
