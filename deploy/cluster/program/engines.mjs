// The cluster's engines from Debian packages: the missing ones, their configuration, and their start commands.
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { findPostgres } from '../../../packages/platform/testing/postgres.mjs'
import { root } from '../../../tools/run.mjs'
import { valuesOf } from './plan.mjs'

/** Programs by Debian package. */
const packages = {
  'etcd-server': 'etcd',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  'nats-server': 'nats-server',
}
const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
const find = (program) => folders.map((folder) => join(folder, program)).find((path) => existsSync(path))

/** @returns Debian packages that are not installed on this machine */
export function missingEngines(findProgram, postgres) {
  const missing = Object.entries(packages).flatMap(([name, program]) => (findProgram(program) ? [] : [name]))
  return postgres ? missing : ['postgresql', ...missing]
}

/** @throws Error with the command that installs the missing packages */
export function refuseMissingEngines() {
  const missing = missingEngines(find, findPostgres())
  if (missing.length === 0) return
  throw new Error(
    `The cluster needs ${missing.join(', ')}; install ${missing.length === 1 ? 'it' : 'them'} with\n` +
      `  apt-get install -y --no-install-recommends ${missing.join(' ')}\n` +
      'The cluster starts its own; stop the services that the packages start, such as postgresql, or give it other ports by CLUSTER_PORT.',
  )
}

/** PostgreSQL and PgBouncer refuse to run as root; then the engines run as another user. */
export function engineUser() {
  if (process.getuid() !== 0) return undefined
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** @throws Error if the template names a missing value */
export function fillTemplate(template, values) {
  const text = readFileSync(join(root, 'deploy/cluster', template), 'utf8')
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`deploy/cluster/${template} names ${name}, which has no value`)
    return values[name]
  })
}

/** Fills the templates of deploy/cluster into the folder of the engines. */
function writeConfiguration(plan, user) {
  mkdirSync(plan.engines, { recursive: true })
  mkdirSync(plan.logs, { recursive: true })
  const own = (path) => user && chownSync(path, user.uid, user.gid)
  own(plan.engines)
  const write = (template, file, values) => {
    const path = join(plan.engines, file)
    writeFileSync(path, fillTemplate(template, values), { mode: 0o600 })
    own(path)
    return path
  }
  const values = valuesOf(plan)
  return {
    etcd: [1, 2, 3].map((index) => write('etcd.yml', `etcd${index}.yml`, valuesOf(plan, index))),
    patroni: [1, 2, 3].map((index) => write('patroni.yml', `patroni${index}.yml`, valuesOf(plan, index))),
    haproxy: write('haproxy.cfg', 'haproxy.cfg', values),
    pgbouncer: write('pgbouncer.ini', 'pgbouncer.ini', values),
    users: write('pgbouncer-users.conf', 'pgbouncer-users.conf', values),
    nats: write('nats.conf', 'nats.conf', values),
    roles: write('roles.sql', 'roles.sql', values),
  }
}

/** @returns the engines in start order, and the file with the databases' users */
export function prepareEngines(plan) {
  const user = engineUser()
  const files = writeConfiguration(plan, user)
  // The kernel ends an engine when its parent exits.
  const as = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
  const engine = (name, program, words, env = {}) => ({
    name,
    command: '/usr/bin/setpriv',
    words: ['--pdeathsig', 'TERM', ...as, '--', find(program), ...words],
    cwd: plan.engines,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: plan.engines, ...env },
  })
  return {
    roles: files.roles,
    list: [
      ...files.etcd.map((file, index) =>
        engine(`etcd${index + 1}`, 'etcd', ['--config-file', file], { ETCD_UNSUPPORTED_ARCH: process.arch }),
      ),
      engine('nats', 'nats-server', ['--config', files.nats]),
      engine('haproxy', 'haproxy', ['-f', files.haproxy, '-db']),
      ...files.patroni.map((file, index) => engine(`pg${index + 1}`, 'patroni', [file])),
      engine('pgbouncer', 'pgbouncer', ['-q', files.pgbouncer]),
    ],
  }
}
