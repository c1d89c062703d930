// Shared parts of the server benches: a separate server with generated players, and the printed table.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import { pino } from 'pino'

export const root = fileURLToPath(new URL('..', import.meta.url))
const dist = (path) => import(new URL(`../apps/server/dist/${path}`, import.meta.url).href)
const fundsMinor = 1_000_000_000

/**
 * The built server as a separate process on PostgreSQL (`url`) or on the embedded engine, with `players` who are signed in, in the game and
 * have money. Build first: npm run build. `statements` run beforehand.
 * @param {{ url?: string, players: number, env?: Record<string, string>, nodeOptions?: string[], statements?: string[] }} options
 */
export async function openSetup({ url, players, env = {}, nodeOptions = [], statements = [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-bench-'))
  const [port, consolePort] = await freePorts(2)
  const studioKey = randomBytes(24).toString('base64url')
  const settings = {
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    DATA_DIR: folder,
    DATABASE_URL: url ?? '',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    STUDIO_WALLET_KEY: studioKey,
    REQUESTS_PER_MINUTE: '100000000',
    LOG_LEVEL: 'error',
    ...env,
  }
  const { tokens, sessions } = await seedPlayers(settings, url, players, { folder, statements })
  let server
  let ended
  /** Starts with additional settings, which apply until the next start. */
  async function start(further = {}) {
    server = spawn(process.execPath, [...nodeOptions, 'apps/server/dist/program.js'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // As npm start sets it.
      env: { PATH: process.env.PATH, NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...settings, ...further },
    })
    ended = new Promise((resolve) => server.once('exit', resolve))
    for (let tries = 0; ; tries++) {
      const isUp = await fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.ok,
        () => false,
      )
      if (isUp) return
      if (server.exitCode !== null || tries > 600) throw new Error('the server does not come up')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  // A failing bench leaves no server running.
  process.once('exit', () => server?.kill('SIGKILL'))
  await start()
  return {
    port,
    consolePort,
    get pid() {
      return server.pid
    },
    tokens,
    bets: { provider: 'dhow-studio', key: studioKey, sessions, currency: 'NAD', stake: 100 },
    start,
    /** Kills the server as a power cut would. */
    async kill() {
      server.kill('SIGKILL')
      await ended
    },
    /** Stops the server; returns its failed ledger checks. */
    async close() {
      server.kill('SIGTERM')
      await ended
      const wallet = await dist('features/wallet/index.js')
      const gateway = await dist('features/gateway/index.js')
      const db = await openDb(url, folder)
      const checked = await wallet.checkInvariants(db.kysely, [
        ...wallet.walletInvariants,
        ...gateway.gatewayInvariants,
      ])
      await db.close()
      rmSync(folder, { recursive: true, force: true })
      return checked.filter(({ violations }) => violations > 0).map(({ name }) => name)
    },
  }
}

/** The server's database, for the bench's own queries. */
export async function openDb(url, folder) {
  const { openDatabase } = await dist('platform/db/index.js')
  return openDatabase({ ...(url ? { url } : { dataDir: folder }), log: pino({ level: 'silent' }) })
}

/**
 * Generates players who are signed in, in the game and have money, through the ledger's own posting.
 * @param settings environment of the server
 */
export async function seedPlayers(settings, url, players, { folder, statements = [] } = {}) {
  const { readConfig } = await dist('config.js')
  const { seedGames } = await dist('features/catalog/seed-games.js')
  const db = await openDb(url, folder)
  await seedGames({ db, config: readConfig(settings), clock: { now: () => new Date() } })
  const secret = () => randomBytes(32).toString('base64url')
  const tokens = Array.from({ length: players }, secret)
  const sessions = Array.from({ length: players }, secret)
  const hashes = (list) => JSON.stringify(list.map((text) => createHash('sha256').update(text).digest('hex')))
  // As the owner: the server's own role cannot write the ledger.
  const run = (text, values = []) =>
    db.transaction(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('set local role none'))
      return tx.executeQuery(CompiledQuery.raw(text, values))
    })
  const numbers = `generate_series(1, ${players}) as n`
  await run(`insert into accounts.player (id, player_name, mobile, market, currency, password_hash, deposit_code, created_at)
    select 'bench_' || n, 'bench_' || n, '+26481' || (1000000 + n), 'NA', 'NAD', 'none', 'B' || n, now() from ${numbers}`)
  await run(`insert into ledger.wallet (player_id, currency) select 'bench_' || n, 'NAD' from ${numbers}`)
  await run(`select ledger.post('bench:' || n, '\\x00', 'bench', null, now(), 'bench_' || n, 'NAD',
    array['bank_detail:bench'], array['cash'], array[${fundsMinor}]::bigint[]) from ${numbers}`)
  const rows = `from ${numbers} join jsonb_array_elements_text($1::jsonb) with ordinality as hash (text, place) on hash.place = n`
  await run(
    `insert into accounts.player_session (id, player_id, token_hash, cookie_hash, device_id, label, created_at, last_seen_at)
     select 'bench_' || n, 'bench_' || n, decode(hash.text, 'hex'), '\\x00', 'bench', 'bench', now(), now() ${rows}`,
    [hashes(tokens)],
  )
  await run(
    `insert into gateway.game_session (id, provider_code, player_id, game_id, currency, launch_expires_at, token_hash, opened_at)
     select 'bench_' || n, 'dhow-studio', 'bench_' || n, 'game_dhow', 'NAD', now(), decode(hash.text, 'hex'), now() ${rows}`,
    [hashes(sessions)],
  )
  for (const statement of statements) await run(statement)
  // The tables that bets fill stay unanalysed, as on a fresh machine: statistics of an empty table would mislead the planner.
  if (url)
    await run('analyze accounts.player, accounts.player_session, ledger.wallet, catalog.game, gateway.game_session')
  await db.close()
  return { tokens, sessions }
}

export async function freePorts(count) {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const probe = createServer()
          probe.once('error', reject)
          probe.listen(0, '127.0.0.1', () => resolve(probe))
        }),
    ),
  )
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}

/**
 * CPU time in microseconds of a process, its children, and its exited children. Unlike elapsed time it measures the cost of an action even
 * on a busy machine.
 */
export function processorUs(pid) {
  const ticksOf = (id, isRoot) => {
    const own = statOf(id)
    if (own.length < 15) return 0
    const used = Number(own[11]) + Number(own[12]) + (isRoot ? Number(own[13]) + Number(own[14]) : 0)
    return childrenOf(id).reduce((sum, child) => sum + ticksOf(child, false), used)
  }
  return ticksOf(pid, true) * 10_000
}

/** Resident memory of a process and its children in megabytes; pages shared with other processes are divided among them. */
export function residentMb(pid) {
  const own = Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024
  return childrenOf(pid).reduce((sum, child) => sum + residentMb(child), own)
}

/** A process that exits meanwhile has no figure. */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const statOf = (pid) => readIfThere(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')
const childrenOf = (pid) => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statOf(name)[1] === String(pid))

/** The same, of the exited children of this process. */
export function endedChildrenUs() {
  const own = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')
  return (Number(own[13]) + Number(own[14])) * 10_000
}

/**
 * Statements that create a signed-in operator, and payment detail 2 for bank transfers of Namibia; with the operator's session header for
 * the console.
 */
export function openConsole() {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  return {
    headers: { cookie: `dhow_console=${token}`, 'x-dhow-console': '1' },
    statements: [
      `insert into staff.operator (id, name, role, password_hash, password_is_one_time, created_at)
       values ('op_bench', 'bench', 'manager', 'none', false, now())`,
      `insert into staff.operator_session (id, operator_id, token_hash, created_at, last_seen_at)
       values ('ops_bench', 'op_bench', decode('${hash}', 'hex'), now(), now())`,
      `insert into deposits.payment_detail (id, family, market, currency, rail, name, lines, min_minor, max_minor)
       values (2, 'manual-namibia', 'NA', 'NAD', 'eft_na', 'EFT', '[]', 1000, 2000000)`,
    ],
  }
}

/** Generates `count` deposits: number n is of player n, with the reference BENCHn, for n cents above ten. */
export const reportedDeposits = (count, players, state = "'submitted'") => `
  insert into deposits.deposit (id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, state, reason,
                       submitted_at, updated_at, expires_at, ip, user_agent)
  select 'dep_bench' || lpad(n::text, 9, '0'), 'bench_' || (1 + n % ${players}), 'manual-namibia', 2, 'NAD', 'eft_na', 'BENCH' || n, 'BENCH' || n,
         1000 + n, ${state}, null, now() - n * interval '1 second', now() - n * interval '1 second', now() + interval '72 hours', '127.0.0.1', 'bench'
  from generate_series(1, ${count}) as n`

/** Prints the environment of the figures. */
export function machineNotes() {
  const model =
    /model name\s*: (.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8').slice(0, 4000))?.[1] ?? cpus()[0]?.model
  console.log(
    `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}. ` +
      'Database, server and load client share these cores.',
  )
}

/**
 * CPU share that the host gave to other guests during the measurement: the guest's CPUs pause then, which worsens the figures.
 * @returns {() => number} the share of total CPU time since the call; NaN if the system does not report it
 */
export function stolenShare() {
  const read = () => {
    try {
      const times = readFileSync('/proc/stat', 'utf8').split('\n')[0].trim().split(/\s+/).slice(1, 9).map(Number)
      return { stolen: times[7], all: times.reduce((sum, time) => sum + time, 0) }
    } catch {
      return { stolen: NaN, all: NaN }
    }
  }
  const from = read()
  return () => {
    const to = read()
    return (to.stolen - from.stolen) / (to.all - from.all)
  }
}

/** The last row of every bench that moves money. */
export const booksRow = (broken) => ({
  what: 'failed ledger checks',
  value: broken.join(', ') || '0',
  bar: '0',
  isReached: broken.length === 0,
})

/**
 * Prints rows with a measurement, its limit and whether it was met; sets the exit code.
 * @param {{ what: string, value: string, bar?: string, isReached?: boolean }[]} rows
 */
export function report(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length)) + 2
  for (const { what, value, bar = '', isReached } of rows) {
    const verdict = isReached === undefined ? '' : isReached ? 'reached' : 'MISSED'
    console.log(`${what.padEnd(width)}${value.padStart(14)}   ${bar.padEnd(16)}${verdict}`.trimEnd())
  }
  if (rows.some(({ isReached }) => isReached === false)) process.exitCode = 1
}
