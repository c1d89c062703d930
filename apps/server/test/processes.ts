import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { systemClock } from '@dhow/platform/clock'
import { signed } from './api-calls.ts'
import { freePort } from './free-port.ts'
import { openWorld, type Answer, type World } from './world.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const program = fileURLToPath(new URL('../dist/program.js', import.meta.url))
const base = '/api/v1/dhow'

/** A world on PostgreSQL with the machine's own time, whose servers are real processes on one database. */
export async function openWorldOfProcesses(env: Record<string, string> = {}, parts: { withoutJobs?: boolean } = {}) {
  return openWorld(env, { realClock: systemClock(), ...parts })
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/**
 * Starts the server's real program as a process and waits until it is ready.
 * @throws its output, if it ended instead
 */
export async function startServer(environment: Record<string, string>, databaseUrl: string) {
  const [port, consolePort] = [await freePort(), await freePort()]
  // This name identifies the process's connections in the database.
  const name = `server_${port}`
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      ...environment,
      DATABASE_URL: url.href,
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  // By then its last output has been read too.
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as { code: number; signal: string })
  const ready = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('"msg":"ready"')) resolve()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
  })
  const failed = ended.then(() => Promise.reject(new Error(`the server ended before it was ready: ${output}`)))
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return {
    name,
    portal: `http://127.0.0.1:${port}`,
    console: `http://127.0.0.1:${consolePort}`,
    ended,
    output: () => output,
    /** Suspends the process, with its connections and locks; then only `kill` ends it. */
    freeze: () => void child.kill('SIGSTOP'),
    async kill() {
      child.kill('SIGKILL')
      return (await ended).signal
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts several concurrently; if one fails, ends the others. */
export async function startServers(number: number, environment: Record<string, string>, databaseUrl: string) {
  const starts = await Promise.allSettled(Array.from({ length: number }, () => startServer(environment, databaseUrl)))
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await Promise.all(servers.map((server) => server.stop()))
    throw failed.reason
  }
  return servers
}

interface Visitor {
  cookies: ReadonlyMap<string, string>
  token(): string | undefined
}

/** A person of a world who calls one of its processes over HTTP; undefined if the process ended without an answer. */
export function over(server: ServerProcess, visitor: Visitor, listener: 'portal' | 'console' = 'portal') {
  const call = async (
    method: string,
    path: string,
    body: string | FormData | undefined,
    headers: Record<string, string>,
  ): Promise<Answer | undefined> => {
    const token = visitor.token()
    const response = await fetch(server[listener] + base + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(listener === 'console' ? { 'x-dhow-console': '1' } : {}),
        cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    if (!response || text === undefined) return undefined
    return { status: response.status, json: JSON.parse(text), headers: Object.fromEntries(response.headers) }
  }
  return {
    get: (path: string, headers: Record<string, string> = {}) => call('GET', path, undefined, headers),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      call('POST', path, typeof body === 'string' ? body : JSON.stringify(body), headers),
    put: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      call('PUT', path, JSON.stringify(body), headers),
    form(path: string, fields: Record<string, string | File>, headers: Record<string, string> = {}) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return call('POST', path, form, headers)
    },
  }
}

/** A separate, empty database. */
export async function openEmptyDatabase() {
  const url = process.env['DHOW_TEST_PG']!
  const name = `dhow_empty_${process.pid}_${++empties}`
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, drop: () => query(`drop database ${name} with (force)`) }
}
let empties = 0

/** Runs work on many items, a few at a time. */
export async function inBatches<T, R>(things: T[], size: number, work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < things.length; from += size)
    results.push(...(await Promise.all(things.slice(from, from + size).map(work))))
  return results
}

/** A player's session in the studio's game, with calls signed like the studio's, to any process. */
export async function seatAt(world: World, server: ServerProcess, balance: string, game = 'dhow') {
  const player = await world.player({ balance })
  const launched = await player.post(`/games/${game}/launch`, {})
  if (launched.status !== 200) throw new Error(`the launch answered ${JSON.stringify(launched.json)}`)
  const token = new URL(launched.json.url).searchParams.get('token')
  const opened = await dhowCall(world, server, 'authenticate', { token })
  return { player, session: opened!.json.session as string }
}

export function dhowCall(
  world: World,
  server: ServerProcess,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const text = JSON.stringify(body)
  const nobody = { cookies: new Map<string, string>(), token: () => undefined }
  return over(server, nobody).post(`/gateway/dhow/${path}`, text, { ...signed(world, text), ...headers })
}

/**
 * Repeats a call while the answer is `busy`, after the wait that it names: another call or a killed server may hold the
 * lock.
 */
export async function repeatWhileBusy(call: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (;;) {
    const answer = await call()
    if (answer?.json.code !== 'busy') return answer
    await setTimeout(Number(answer.json.retry_after_s ?? 1) * 1_000)
  }
}
