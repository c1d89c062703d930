// npm run cluster: a multi-machine installation on this machine: etcd, three PostgreSQL under Patroni, PgBouncer, HAProxy, NATS, two servers,
// two studios and the sandbox, all on loopback. `npm run cluster -- drill <name>` breaks a part of it under load and prints the figures.
import { rmSync } from 'node:fs'
import { drills, readWanted, runDrill } from '../../bench/cluster/drills.mjs'
import { openCluster } from './program/cluster.mjs'
import { showTable } from './program/table.mjs'
import { refuseOldNode } from '../../tools/install.mjs'
import { watchAncestors } from '../../packages/platform/program/watch-ancestors.mjs'

const drillFolder = '.data-cluster-drill'
const print = (line = '') => console.log(line)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

async function main() {
  const [word, name, ...options] = process.argv.slice(2)
  if (word === '--help' || (word !== undefined && word !== 'drill')) return help()
  if (word === 'drill' && !(name in drills)) return help()
  refuseOldNode()
  const isOwnFolder = word === 'drill' && !process.env.CLUSTER_DIR
  // A drill starts with empty databases, and does not touch the everyday cluster.
  if (isOwnFolder) process.env.CLUSTER_DIR = drillFolder
  const wanted = word === 'drill' ? readWanted(name, options) : undefined
  const clear = () => isOwnFolder && rmSync(drillFolder, { recursive: true, force: true })
  clear()
  const cluster = await openCluster(print)
  const older = drills[name]?.prepare?.(wanted, print)
  let isEnding = false
  let stopTable = () => {}
  const end = async (code) => {
    if (isEnding) return
    isEnding = true
    stopTable()
    const isClean = await cluster.close()
    if (isClean) clear()
    older?.remove()
    process.exit(isClean ? code : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))
  watchAncestors(process.env, () => void end(0))
  try {
    await cluster.start()
    if (word === 'drill') return await end((await runDrill(cluster, name, { wanted, older }, print)) ? 0 : 1)
    cluster.announce()
    stopTable = showTable(cluster, print)
  } catch (error) {
    if (!isEnding) console.error(error.message)
    await end(1)
  }
}

function help() {
  print('npm run cluster                      runs the cluster until Ctrl-C; see docs/operating/cluster.md')
  for (const [name, { text }] of Object.entries(drills)) print(`npm run cluster -- drill ${name.padEnd(16)} ${text}`)
  print(
    'Options of a drill: --bets 500 (a second), --streams 2000, --times (how often it breaks something), --seconds 60, --players (at the shared tables). It runs on a cluster of its own, in .data-cluster-drill.',
  )
  print('CLUSTER_PORT (9100) is the first of 31 ports; CLUSTER_DIR (.data-cluster) the folder of the data.')
}

await main().catch((error) => {
  console.error(error.message)
  process.exit(1)
})
