import '../src/features/wallet/tables.ts'
import '../src/features/accounts/tables.ts'
import '../src/features/catalog/tables.ts'
import '../src/features/gateway/tables.ts'
import '../src/features/deposits/tables.ts'
import '../src/features/withdrawals/tables.ts'
import '../src/features/sms/tables.ts'
import '../src/features/messages/tables.ts'
import '../src/features/receipts/tables.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { inject, type InjectOptions } from 'light-my-request'
import { TOTP, Secret } from 'otpauth'
import { pino } from 'pino'
import { givenRoles, type GivenRole } from '@dhow/contract/given-roles'
import { moneyActions } from '@dhow/contract/money-actions'
import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Metrics } from '@dhow/platform/metrics'
import type { Tracer } from '@dhow/platform/trace'
import { openApp } from '../src/app.ts'
import { invariants } from '../src/check-books.ts'
import type { Settings } from '../src/features/portal/index.ts'
import type { InvariantResult } from '../src/features/wallet/index.ts'
import { readConfig } from '../src/config.ts'
import { openPlatform } from '../src/open-platform.ts'
import type { Listener } from '../src/platform/http/listener.ts'
import type { Database } from '../src/platform/db/index.ts'
import { openTestDatabase } from './engines.ts'
import { fakeClock, seededRandom } from './parts.ts'
import { openSmsGateway } from './sms-gateway.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export interface Answer {
  status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test reads any answer
  json: any
  headers: Record<string, unknown>
}

const base = '/api/v1/dhow'
export const firstPassword = 'one-time-password-of-the-tests'

/**
 * The whole server on a real database, with the test's own time and randomness, and an SMS inbox behind a real
 * listener. Closing it checks the invariants. With `realClock` the world uses the machine's time, for tests with other
 * server processes; its jobs then run as in production, unless `withoutJobs`. `database` is an open one, which is
 * closed with the world.
 */
export async function openWorld(
  env: Record<string, string> = {},
  parts: {
    realClock?: Clock
    withoutJobs?: boolean
    metrics?: Metrics
    tracer?: Tracer
    log?: Log
    database?: Awaited<ReturnType<typeof openTestDatabase>>
  } = {},
) {
  const clock = fakeClock()
  const platformClock = parts.realClock ?? clock
  const log = parts.log ?? pino({ level: process.env['DHOW_TEST_LOG'] ?? 'silent' })
  const inbox = await openSmsGateway()
  const { db, url, drop } = parts.database ?? (await openTestDatabase(log))
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-world-'))
  const environment = {
    SECRET_KEY: 'a key of the tests that is long enough',
    STUDIO_WALLET_KEY: 'the key of the studio in the tests',
    SMS_URL: inbox.url,
    DATA_DIR: dataDir,
    DHOW_FIRST_OPERATOR_PASSWORD: firstPassword,
    REQUESTS_PER_MINUTE: '1000000',
    // A world has no provider unless a test starts one.
    PROVIDER_PING_SECONDS: '1000000',
    ...env,
  }
  // The embedded engine has no address, whatever a live mode's settings name.
  const config =
    url === undefined
      ? { ...readConfig(environment), databaseUrl: undefined }
      : readConfig({ ...environment, DATABASE_URL: url })
  const platform = await openPlatform({
    config,
    db,
    clock: platformClock,
    random: seededRandom('world'),
    log,
    // Cheap password hashing: the real cost would dominate a test's set-up.
    passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
    withoutJobs: parts.withoutJobs ?? false,
    metrics: parts.metrics,
    tracer: parts.tracer,
  })
  const app = await openApp(platform)
  await app.portal.fastify.ready()
  await app.console.fastify.ready()
  let visitors = 0

  /** A separate browser with its own cookies and token. */
  function visitor(listener: 'portal' | 'console' = 'portal', from: { ip?: string; userAgent?: string } = {}) {
    const cookies = new Map<string, string>()
    // Each has its own network prefix.
    const ip = from.ip ?? `10.${Math.floor(visitors / 250)}.${visitors++ % 250}.1`
    let token: string | undefined
    const call = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> => {
      const response = await ask(app[listener], {
        method: method as 'GET',
        url: base + path,
        remoteAddress: ip,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(listener === 'console' ? { 'x-dhow-console': '1' } : {}),
          ...(from.userAgent === undefined ? {} : { 'user-agent': from.userAgent }),
          ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
        const [name, value] = cookie.split(';')[0]!.split('=')
        cookies.set(name!, value!)
      }
      const type = String(response.headers['content-type'] ?? '')
      return {
        status: response.statusCode,
        json: type.includes('json') ? response.json() : response.rawPayload,
        headers: response.headers,
      }
    }
    return {
      ip,
      cookies,
      call,
      get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
      post: (path: string, body: unknown = {}, headers?: Record<string, string>) => call('POST', path, body, headers),
      put: (path: string, body: unknown = {}) => call('PUT', path, body),
      delete: (path: string) => call('DELETE', path),
      /** A multipart body, as a browser's form sends it. */
      async form(
        path: string,
        fields: Record<string, string>,
        file?: { name: string; type: string; bytes: Buffer; field?: string },
        headers: Record<string, string> = {},
      ) {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        if (file)
          form.append(file.field ?? 'image', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name)
        const request = new Request('http://form', { method: 'POST', body: form })
        const payload = Buffer.from(await request.arrayBuffer())
        return call('POST', path, payload, { 'content-type': request.headers.get('content-type')!, ...headers })
      },
      use(newToken: string | undefined) {
        token = newToken
      },
      token: () => token,
    }
  }
  type Visitor = ReturnType<typeof visitor>

  let numbers = 0
  const world = {
    app,
    db,
    url,
    clock,
    config,
    /** Settings for another process as this world's second server. */
    environment,
    platform,
    inbox,
    visitor,
    /** A new invented number. */
    newMobile: (market: 'NA' | 'IN' = 'NA') =>
      market === 'NA' ? `+26481${String(2_000_000 + ++numbers)}` : `+9198${String(10_000_000 + ++numbers)}`,

    /** Registers a player through the portal, with the code. */
    async player(options: { market?: 'NA' | 'IN'; balance?: string; referral_code?: string; browser?: Visitor } = {}) {
      const market = options.market ?? 'NA'
      const mobile = world.newMobile(market)
      const browser = options.browser ?? visitor()
      const { referral_code } = options
      const player_name = `player_${numbers}`
      const password = 'calm-sea-at-dusk'
      await browser.post('/register', { player_name, mobile, password, market, accept_terms: true, referral_code })
      const answer = await browser.post('/authentication-otp-verify', {
        otp: await inbox.code(mobile),
        mobile,
        type: 'register',
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
      browser.use(answer.json.token)
      const player = { ...browser, browser, id: answer.json.user.id as string, mobile, player_name, password, market }
      if (options.balance) await world.fund(player.id, options.balance)
      return player
    },

    /** Credits a player's account like a bank transfer. */
    async fund(playerId: string, amount: string) {
      const player = (await app.features.accounts.findPlayer(playerId))!
      const amountMinor = BigInt(amount.replace('.', ''))
      await db.transaction((tx) =>
        app.features.wallet.post(tx, {
          key: `test:fund:${playerId}:${++numbers}`,
          reason: 'test' as never,
          playerId,
          currency: player.currency,
          happenedAt: platformClock.now(),
          lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor }],
        }),
      )
    },

    /** A signed-in operator, with both factors. */
    async operator(role: GivenRole = 'admin') {
      const browser = visitor('console')
      const { name, first } =
        role === 'admin' && !world.admin
          ? {
              name: 'admin',
              first: await browser.post('/staff/sign-in', { name: 'admin', password: firstPassword }),
            }
          : await world.invited(browser, role)
      const code = new TOTP({ secret: Secret.fromBase32(first.json.enrol.secret) }).generate({
        timestamp: platformClock.now().getTime(),
      })
      const second = await browser.post('/staff/sign-in/totp', {
        ticket: first.json.ticket,
        code,
        new_password: 'a dozen and more letters',
      })
      if (second.status !== 200) throw new Error(JSON.stringify(second.json))
      const signedIn = {
        ...browser,
        name,
        id: second.json.operator.id as string,
        secret: first.json.enrol.secret as string,
      }
      if (name === 'admin') world.admin = signedIn
      return signedIn
    },
    /** A new operator's opened link, made by the first admin without a second confirmation, for short tests. */
    async invited(browser: Visitor, role: GivenRole) {
      const boss = (world.admin ??= await world.operator('admin'))
      const name = `${role}_${++numbers}`
      const { enrolment } = app.features.staff
      const { link } = await db.transaction((tx) =>
        enrolment.invite(tx, { name, role: { id: role, name: givenRoles[role].name }, by: boss.id }),
      )
      const first = await browser.post('/staff/enrolments/open', { token: link.split('#enrol=')[1] })
      return { name, first }
    },

    /** Signs the same operator in with a new browser, after their last session has expired. */
    async signIn<Known extends { name: string; id: string; secret: string }>(
      { name, id, secret }: Known,
      from: { userAgent?: string } = {},
    ) {
      const browser = visitor('console', from)
      // A code opens one session: use the next one.
      clock.leap(31_000)
      const first = await browser.post('/staff/sign-in', { name, password: 'a dozen and more letters' })
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: platformClock.now().getTime(),
      })
      const second = await browser.post('/staff/sign-in/totp', { ticket: first.json.ticket, code })
      if (second.status !== 200) throw new Error(JSON.stringify(second.json))
      return { ...browser, name, id, secret }
    },
    /** Changes some approval settings, which the sandbox has relaxed for one person. */
    async approvals(change: Partial<Settings['approvals']>) {
      const { portal } = app.features
      await portal.change({ approvals: { ...portal.settings().approvals, ...change } })
    },
    admin: undefined as undefined | (Visitor & { name: string; id: string; secret: string }),

    async balance(playerId: string) {
      return (await app.features.wallet.balance(db.kysely, playerId))!
    },

    async close() {
      await app.features.wallet.rollUp()
      const broken = await brokenChecks(db)
      const strays = await unknownReasons(db)
      await app.close()
      await platform.bus.close()
      await drop()
      inbox.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (strays.length > 0) throw new Error(`postings of no money action: ${strays.join(', ')}`)
      if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken)}`)
    },
  }
  return world
}

/** All checks of the books in one statement: a world's books are small, and a statement costs more than its rows. */
const allChecks = invariants
  .map(
    ({ name, sql }) =>
      `select '${name}' as name, count(*)::int as violations, min(found.example::text) as example
       from (${sql}) as found (example) having count(*) > 0`,
  )
  .join(' union all ')

/** The checks of the books that do not hold. */
async function brokenChecks(db: Database): Promise<InvariantResult[]> {
  const { rows } = await db.kysely.executeQuery<InvariantResult>(CompiledQuery.raw(allChecks))
  return rows
}

/**
 * Reasons of postings without a row in the money actions, written by TypeScript or SQL; `test` is money from a test.
 */
async function unknownReasons(db: Database): Promise<string[]> {
  const rows = await db.kysely.selectFrom('ledger.posting').select('reason').distinct().execute()
  const known = new Set<string>(Object.values(moneyActions).flatMap(({ reasons }) => reasons as readonly string[]))
  return rows
    .map((row) => row.reason)
    .filter((reason) => !known.has(reason) && reason !== 'test' && !reason.startsWith('@'))
}

/** A call through a listener itself, including everything before its routes. */
export function ask(door: Listener, call: InjectOptions) {
  return inject((request, response) => void door.fastify.server.emit('request', request, response), call)
}
