// The whole cluster: starts its parts in order, knows the leader, and stops everything completely.
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { install } from '../../../tools/install.mjs'
import { announce, programs, readSecrets, refuseTakenPort } from '../../../tools/start.mjs'
import { prepareEngines, refuseMissingEngines } from './engines.mjs'
import { databaseUrls, host, readPlan } from './plan.mjs'
import { openProcesses, processesOf } from './processes.mjs'

const upWithinMs = 240_000
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @throws Error with a sentence if a package is missing or a port is taken */
export async function openCluster(print) {
  refuseMissingEngines()
  const plan = readPlan()
  const { ports, folder } = plan
  for (const id of processesOf(folder)) {
    print(`Process ${id} of an earlier cluster was stopped.`)
    endProcess(id)
  }
  for (const port of Object.values(ports)) await refuseTakenPort('CLUSTER_PORT', port, host)
  const processes = openProcesses(plan.logs, print)
  const urls = databaseUrls(plan)
  const engines = prepareEngines(plan)
  const options = optionsOf(plan, urls)
  process.env.SANDBOX_SMTP_PORT = String(ports.smtpPort)
  const secrets = readSecrets(options)
  const own = ownPrograms(plan, urls, programs(options, secrets))

  async function start() {
    install(print)
    const { build } = await import('../../../tools/build.mjs')
    await build(print)
    for (const engine of engines.list) processes.start(engine)
    print('  waiting for a leader and a synchronous standby')
    await until('PostgreSQL under Patroni', async () => {
      const all = await members(ports)
      return all.some(isLeader) && all.some(({ role }) => role === 'sync_standby')
    })
    await until('the leader behind HAProxy', () => query(urls.leader.superuser, 'select 1'))
    if (query(urls.leader.superuser, "select 1 from pg_roles where rolname = 'dhow_server'") === '') {
      print('  creating users and databases')
      psql(urls.leader.superuser, ['-f', engines.roles])
    }
    for (const program of own) processes.start(program)
    for (const { name, health } of own) await until(name, () => answers(health))
    await until('a studio that plays', () => playsTables(`http://${host}:${ports.studioPort}/api/tables-now`))
  }

  /** @returns whether nothing is left */
  async function close() {
    await processes.stop([
      own.map(({ name }) => name),
      ['pgbouncer', 'pg1', 'pg2', 'pg3'],
      ['haproxy', 'nats', 'etcd1', 'etcd2', 'etcd3'],
    ])
    for (const id of processesOf(folder)) endProcess(id)
    for (let tries = 0; processesOf(folder).length > 0 && tries < 100; tries++) await sleep(100)
    const left = processesOf(folder)
    const taken = []
    for (const port of Object.values(ports)) if (await isOpen(port)) taken.push(port)
    const isClean = left.length === 0 && taken.length === 0
    if (isClean) print(`Everything has stopped: ${Object.keys(ports).length} ports are free, and no process is left.`)
    else print(`Left behind: processes ${left.join(', ') || 'none'}, ports ${taken.join(', ') || 'none'}.`)
    return isClean
  }

  return {
    plan,
    urls,
    processes,
    secrets,
    start,
    close,
    members: () => members(ports),
    leader: async () => (await members(ports)).find(isLeader)?.name,
    query: (text) => query(urls.leader.owner, text),
    queryStudio: (text) => query(urls.leader.studio, text),
    serverEnvironment: own.find(({ name }) => name === 'server1').env,
    announce() {
      announce(options, secrets, undefined)
      print(`  HAProxy   http://${host}:${ports.statsPort}   logs and data in ${folder}`)
      print()
    },
  }
}

/** As `npm start` reads them; all requests go through HAProxy. */
const optionsOf = ({ ports, folder }, urls) => ({
  mode: 'sandbox',
  host,
  portal: ports.portalPort,
  console: ports.consolePort,
  studio: ports.studioPort,
  sandbox: ports.sandboxPort,
  dataDir: folder,
  databaseUrl: urls.pooled.server,
  origin: (_name, port) => `http://localhost:${port}`,
})

/** Two servers, two studios with two edges each, and the sandbox; all reach each other through HAProxy. */
function ownPrograms({ ports, folder, secrets }, { pooled, leader }, [server, studio, sandbox]) {
  const program = ({ path, env, health }, name, port, further) => ({
    name,
    command: process.execPath,
    words: [path],
    hasChannel: true,
    health: health.replace(/:\d+\/health$/, `:${port}/health/ready`),
    env: { ...env, DRAIN_MS: '1500', ...further },
  })
  const pair = (of) => [1, 2].map(of)
  return [
    { ...program(sandbox, 'sandbox', ports.sandboxPort, {}), health: sandbox.health },
    ...pair((at) =>
      program(server, `server${at}`, ports[`server${at}`], {
        PORT: String(ports[`server${at}`]),
        CONSOLE_PORT: String(ports[`console${at}`]),
        METRICS_PORT: String(ports[`serverMetrics${at}`]),
        DATABASE_URL: pooled.server,
        DATABASE_DIRECT_URL: leader.server,
        DATABASE_OWNER_URL: leader.owner,
        NATS_URL: `nats://dhow:${secrets.natsPassword}@${host}:${ports.natsPort}`,
        TRUSTED_PROXIES: host,
        REQUESTS_PER_MINUTE: '100000000',
      }),
    ),
    ...pair((at) =>
      program(studio, `studio${at}`, ports[`studio${at}`], {
        STUDIO_PORT: String(ports[`studio${at}`]),
        STUDIO_METRICS_PORT: String(ports[`studioMetrics${at}`]),
        STUDIO_DATA_DIR: `${folder}/studio${at}`,
        STUDIO_SECRET: secrets.studioSecretPassword,
        STUDIO_EDGES: '2',
        STUDIO_DATABASE_URL: pooled.studio,
        STUDIO_DATABASE_DIRECT_URL: leader.studio,
      }),
    ),
  ]
}

const isLeader = ({ role, state }) => role === 'leader' && state === 'running'

/** Database members as Patroni reports them; empty if none answers. */
async function members(ports) {
  for (const at of [1, 2, 3]) {
    const url = `http://${host}:${ports[`patroni${at}`]}/cluster`
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      .then((reply) => reply.json())
      .catch(() => undefined)
    if (answer?.members) return answer.members
  }
  return []
}

function psql(url, words) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const named = ['-h', hostname, '-p', port, '-U', username, '-d', pathname.slice(1)]
  return execFileSync('psql', ['-qAtX', '-v', 'ON_ERROR_STOP=1', ...named, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, PGPASSWORD: password, PGCONNECT_TIMEOUT: '5' },
  }).trim()
}
const query = (url, text) => psql(url, ['-c', text])

const answers = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

const playsTables = async (url) =>
  (await (await fetch(url, { signal: AbortSignal.timeout(2_000) })).json()).tables.length > 0

async function until(what, isSo) {
  const deadline = Date.now() + upWithinMs
  for (;;) {
    const is = await (async () => isSo())().catch(() => false)
    if (is) return
    if (Date.now() > deadline)
      throw new Error(`${what} did not come up within ${upWithinMs / 1_000} seconds; see the logs.`)
    await sleep(250)
  }
}

function endProcess(id) {
  try {
    process.kill(id, 'SIGQUIT')
  } catch {
    return
  }
}

const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
