// Runs deploy/backup/drill.sh on the cluster's leader: a full backup under load, then a point-in-time restore, the ledger checks on it, and
// its row counts next to those of the running databases.
import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/run.mjs'
import { engineUser } from '../../deploy/cluster/program/engines.mjs'
import { host, valuesOf } from '../../deploy/cluster/program/plan.mjs'
import { sleep, until } from './parts.mjs'

export async function restore({ cluster, load, wanted, print }) {
  const { plan } = cluster
  const leader = await cluster.leader()
  const port = plan.ports[leader.replace('pg', 'postgres')]
  const by = openBackup(plan, leader, port)
  await configure(cluster, `env PGBACKREST_CONFIG=${by.config} pgbackrest --stanza=dhow archive-push %p`)
  const results = []
  await by.run('pgbackrest', ['--stanza=dhow', 'stanza-create'])
  await by.run('sh', [join(root, 'deploy/backup/backup.sh'), 'full'])
  for (let turn = 0; turn < wanted.times; turn++) {
    await sleep(5_000)
    const fromMs = Date.now()
    const before = load.acknowledged()
    await by
      .run('sh', [join(root, 'deploy/backup/drill.sh'), by.result, String(port)])
      .catch((error) => print(error.message))
    const result = JSON.parse(readFileSync(by.result, 'utf8'))
    print(
      `  restored after ${((Date.now() - fromMs) / 1_000).toFixed(0)} s and ${load.acknowledged() - before} bets: ${JSON.stringify(result)}`,
    )
    results.push(result)
  }
  await configure(cluster, '/bin/true')
  const bad = results.filter(({ outcome }) => outcome !== 'passed')
  return [
    {
      what: 'restored to a point in time, ledger and counts correct',
      value: `${results.length - bad.length} of ${results.length}`,
      bar: 'all',
      isReached: bad.length === 0,
    },
    { what: 'transfers restored', value: results.map(({ transfers }) => transfers).join(', ') },
    { what: 'seconds', value: results.map(({ seconds }) => seconds).join(', ') },
  ]
}

/** Configures a backup of the cluster's leader in the cluster's folder, and runs commands as its user. */
function openBackup(plan, leader, port) {
  const user = engineUser()
  const folder = join(plan.engines, 'backup')
  const made = (path, mode = 0o700) => {
    mkdirSync(path, { recursive: true, mode })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  made(folder)
  const paths = Object.fromEntries(
    ['repo', 'spool', 'log', 'lock', 'tmp'].map((name) => [name, made(join(folder, name))]),
  )
  const config = join(folder, 'pgbackrest.conf')
  const shipped = readFileSync(join(root, 'deploy/backup/pgbackrest.conf'), 'utf8')
  const own = shipped
    .replace('{{secret}}', plan.secrets.superuserPassword)
    .replace(/^repo1-path=.*$/m, `repo1-path=${paths.repo}`)
    .replace(/^spool-path=.*$/m, `spool-path=${paths.spool}\nlog-path=${paths.log}\nlock-path=${paths.lock}`)
    .replace(/^pg1-path=.*$/m, `pg1-path=${join(plan.engines, leader)}`)
    .replace(/^pg1-port=.*$/m, `pg1-port=${port}\npg1-socket-path=${valuesOf(plan).socketFolder}`)
  writeFileSync(config, own)
  chmodSync(config, 0o600)
  if (user) chownSync(config, user.uid, user.gid)
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    TMPDIR: paths.tmp,
    PGBACKREST_CONFIG: config,
    PGHOST: valuesOf(plan).socketFolder,
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGPASSWORD: plan.secrets.superuserPassword,
  }
  return {
    config,
    result: join(folder, 'drill.json'),
    /** @throws Error with the output if the command fails */
    run: (command, words) =>
      new Promise((resolve, reject) => {
        const child = spawn(command, words, { cwd: folder, env, ...user })
        let output = ''
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
        child.once('error', reject)
        child.once('close', (code) =>
          code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`)),
        )
      }),
  }
}

/** Sets the archive command on all databases, as `patronictl edit-config` does. */
async function configure({ plan: { ports }, query }, command) {
  await fetch(`http://${host}:${ports.patroni1}/config`, {
    method: 'PATCH',
    body: JSON.stringify({ postgresql: { parameters: { archive_command: command } } }),
  })
  await until(() => query('show archive_command') === command, 30_000)
}
