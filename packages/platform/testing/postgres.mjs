// A temporary PostgreSQL for tests, journeys and benchmarks, without containers or administrator rights.
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder of PostgreSQL's server programs, if installed. */
export function findPostgres() {
  const folders = [
    process.env.DHOW_PG_BIN,
    ...versions('/usr/lib/postgresql'),
    '/usr/local/pgsql/bin',
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

function versions(root) {
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}

/**
 * Starts a temporary PostgreSQL cluster on a free port, not as root (PostgreSQL refuses that). `durable` keeps settings that benchmarks need; without
 * it, commits do not wait for the disk, and clients use a Unix socket instead of TCP, which takes a fifth off each statement. `settings` are extra
 * lines of its configuration.
 * @returns {Promise<{ url: string, data: string, port: number, as: object, stop(): Promise<void> }>} `as`: its user, for other programs on its files
 */
export async function startTemporaryCluster({ durable = false, settings: extra = [] } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL’s server programs are not on this machine')
  const { folder, data, run } = clusterFolder()
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'dhow', '--auth=trust', '--encoding=UTF8', '--no-sync'], run)
  const port = await freePort()
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    'max_connections = 300',
    'shared_buffers = 256MB',
    'log_min_messages = fatal',
    'jit = off',
    'max_wal_size = 4GB',
    ...(durable ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']),
    ...extra,
  ]
  writeFileSync(join(data, 'postgresql.auto.conf'), settings.join('\n') + '\n')
  const url = durable
    ? `postgres://dhow@127.0.0.1:${port}/postgres`
    : `postgres://dhow@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`
  const { uid, gid } = run
  const as = uid === undefined ? {} : { uid, gid }
  return { url, bin, folder, data, port, as, ...(await runCluster(bin, { folder, data, run, port })) }
}

/**
 * Starts a named standby of a cluster.
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startStandby({ url, bin }, name) {
  const { folder, data, run } = clusterFolder()
  const leader = new URL(url)
  const conninfo = `host=127.0.0.1 port=${leader.port} user=dhow application_name=${name}`
  execFileSync(join(bin, 'pg_basebackup'), ['-D', data, '-d', conninfo, '-R', '-X', 'stream', '-c', 'fast'], run)
  const port = await freePort()
  appendFileSync(join(data, 'postgresql.auto.conf'), `port = ${port}\nunix_socket_directories = '${folder}'\n`)
  return { url: `postgres://dhow@127.0.0.1:${port}/postgres`, ...(await runCluster(bin, { folder, data, run, port })) }
}

/** Creates a cluster's folder, with a function to run PostgreSQL's programs in it. */
function clusterFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'dhow-pg-'))
  const user = process.getuid?.() === 0 ? unprivileged() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder }
  return { folder, data: join(folder, 'data'), run: { ...as, cwd: folder, env: environment, stdio: 'pipe' } }
}

/** Runs a cluster until stopped; resolves once it accepts connections. */
async function runCluster(bin, { folder, data, run, port }) {
  const server = spawn(join(bin, 'postgres'), ['-D', data], { ...run, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  server.stderr.on('data', (chunk) => (stderr += chunk))
  const ended = new Promise((resolve) => server.once('exit', resolve))
  for (let attempt = 0; ; attempt++) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-q'], { stdio: 'ignore' })
      break
    } catch {
      if (server.exitCode !== null || attempt > 200) throw new Error(`PostgreSQL did not start: ${stderr}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const stop = async () => {
    // SIGQUIT: immediate shutdown, since the data is not needed any more.
    server.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { pid: server.pid, stop }
}

/**
 * Creates a database in the cluster at `url`, as a copy of a template, which must have no connections.
 * @returns {string} URL of the new one
 */
export function makeDatabase(url, name, template = 'template1') {
  execFileSync(join(findPostgres(), 'createdb'), [...clusterAt(url), '-T', template, name], { stdio: 'pipe' })
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

/** Drops a database, even with open connections. */
export function dropDatabase(url) {
  const name = new URL(url).pathname.slice(1)
  execFileSync(join(findPostgres(), 'dropdb'), [...clusterAt(url), '--force', name], { stdio: 'pipe' })
}

/** Connection arguments for PostgreSQL's programs. */
function clusterAt(url) {
  const { hostname, port, username, searchParams } = new URL(url)
  return ['-h', searchParams.get('host') ?? hostname, '-p', port, '-U', username]
}

/** A user other than root to run the cluster. */
function unprivileged() {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      continue
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
