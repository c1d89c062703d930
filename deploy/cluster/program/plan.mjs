// Ports, folders and shared secrets of the cluster's parts.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPostgres } from '../../../packages/platform/testing/postgres.mjs'

/** Ports in order from the first one on. */
const names = [
  'portalPort consolePort studioPort sandboxPort statsPort leaderPort pgbouncerPort natsPort smtpPort',
  'etcd1 etcd2 etcd3 etcdPeer1 etcdPeer2 etcdPeer3',
  'postgres1 postgres2 postgres3 patroni1 patroni2 patroni3',
  'server1 server2 console1 console2 serverMetrics1 serverMetrics2 studio1 studio2 studioMetrics1 studioMetrics2',
].flatMap((line) => line.split(' '))

export const host = '127.0.0.1'

/** @throws Error if a setting is invalid */
export function readPlan() {
  const first = Number(process.env.CLUSTER_PORT || 9_100)
  if (!Number.isInteger(first) || first < 1_024 || first > 65_000)
    throw new Error('CLUSTER_PORT must be a port from 1024 to 65000.')
  const folder = resolve(process.env.CLUSTER_DIR || '.data-cluster')
  return planFrom(first, folder, readSecrets(folder))
}

export function planFrom(first, folder, secrets) {
  const ports = Object.fromEntries(names.map((name, index) => [name, first + index]))
  return { ports, folder, engines: join(folder, 'engines'), logs: join(folder, 'logs'), secrets }
}

/** Passwords of the databases and of NATS, generated once. */
function readSecrets(folder) {
  const path = join(folder, 'passwords.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const of = 'superuser replication rewind owner server studio nats studioSecret'.split(' ')
  const secrets = Object.fromEntries(of.map((name) => [`${name}Password`, randomBytes(18).toString('hex')]))
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

/** Values for the templates of deploy/cluster; `name` and `index` are a database's. */
export function valuesOf({ ports, engines, secrets }, index = 1) {
  const line = (name, port, check = '') => `  server ${name} ${host}:${port} check${check}`
  const each = (count, of) => Array.from({ length: count }, (_, at) => of(at + 1)).join('\n')
  return {
    ...ports,
    ...secrets,
    host,
    name: `pg${index}`,
    folder: engines,
    // A socket path has at most 107 bytes.
    socketFolder: engines.length < 85 ? engines : '',
    localLogin: 'scram-sha-256',
    network: `${host}/32`,
    postgresPort: ports[`postgres${index}`],
    patroniPort: ports[`patroni${index}`],
    postgresPrograms: findPostgres(),
    sharedBuffers: '256MB',
    etcdPort: ports[`etcd${index}`],
    etcdPeerPort: ports[`etcdPeer${index}`],
    etcdHosts: [1, 2, 3].map((at) => `${host}:${ports[`etcd${at}`]}`).join(','),
    etcdCluster: [1, 2, 3].map((at) => `pg${at}=http://${host}:${ports[`etcdPeer${at}`]}`).join(','),
    leaderServers: each(3, (at) => line(`pg${at}`, ports[`postgres${at}`], ` port ${ports[`patroni${at}`]}`)),
    portalServers: each(2, (at) => line(`server${at}`, ports[`server${at}`])),
    consoleServers: each(2, (at) => line(`server${at}`, ports[`console${at}`])),
    playingServers: each(2, (at) => line(`studio${at}`, ports[`studio${at}`])),
    studioServers: each(2, (at) => line(`studio${at}`, ports[`studio${at}`])),
  }
}

/** Addresses of the databases: through the pooler, or directly at the leader. */
export function databaseUrls({ ports, secrets }) {
  const url = (user, password, port, name) => `postgres://${user}:${password}@${host}:${port}/${name}`
  const at = (port) => ({
    server: url('dhow_server', secrets.serverPassword, port, 'dhow'),
    owner: url('dhow_owner', secrets.ownerPassword, port, 'dhow'),
    studio: url('dhow_studio', secrets.studioPassword, port, 'studio'),
    superuser: url('postgres', secrets.superuserPassword, port, 'postgres'),
  })
  return { pooled: at(ports.pgbouncerPort), leader: at(ports.leaderPort) }
}
