// The previous version and this one side by side: half of the servers and studios run the older commit on the database that the newer ones
// migrated. The default is the last commit before the newest migration.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../tools/run.mjs'
import { waitForStudios, isReady, metricsOf, settledMs, sleep, until } from './parts.mjs'

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
const migrations = ['apps/server/database/migrations', 'apps/studio/migrations']

/** Builds the older version in a separate folder. @returns the folder, and a function that removes it */
export function buildOlder({ commit = `${git('log', '-1', '--format=%H', '--', ...migrations)}^` }, print) {
  const folder = join(mkdtempSync(join(tmpdir(), 'dhow-version-')), 'older')
  const remove = () => {
    git('worktree', 'remove', '--force', folder)
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
  git('worktree', 'add', '--detach', folder, commit)
  try {
    print(`  building ${git('log', '-1', '--format=%h of %cs, %s', commit)}`)
    const run = (command, ...words) =>
      execFileSync(command, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const isSame = git('diff', '--stat', commit, '--', 'package-lock.json') === ''
    // The front ends are those of this version, since no page is opened here; the programs are those of the older one.
    copyBuilt(folder, isSame ? ['node_modules', 'dist'] : ['dist'])
    if (!isSame) run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error')
    run(process.execPath, 'node_modules/typescript/bin/tsc', '-b', 'apps/server', 'apps/studio')
    const bundles =
      "import('./packages/platform/program/bundle.mjs').then(({ bundle }) => Promise.all(['server', 'studio'].map((name) => bundle(name))))"
    run(process.execPath, '-e', bundles)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, remove }
}

/** Copies folders of this version, links included: those between our own packages are relative. */
function copyBuilt(folder, names) {
  const own = ['apps', 'packages'].flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
  for (const path of ['.', ...own].flatMap((from) => names.map((name) => join(from, name))))
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
}

export async function twoVersions({ cluster, wanted, older, print }) {
  const programs = ['server1', 'studio1']
  const bets = async (name) =>
    [...(await metricsOf(cluster, name)).matchAll(/^dhow_wallet_calls_total\{[^}]*"bet"[^}]*\} (\d+)/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
  const at = (name, folder) => [join(folder, `apps/${name.slice(0, -1)}/dist/program.js`)]
  const restart = async (name, folder) => {
    await cluster.processes.kill(name, { signal: 'SIGTERM', isHeld: true })
    cluster.processes.resume(name, { words: at(name, folder), cwd: folder })
    await until(() => isReady(cluster, name), 120_000)
    await sleep(settledMs)
  }
  for (const name of programs) await restart(name, older.folder)
  const versions = cluster.query('select distinct version from platform.program order by 1').split('\n')
  const taken = {}
  // Each of the two studios is active for half of the time.
  for (const playing of ['studio1', 'studio2']) {
    if ((await waitForStudios(cluster)).playing !== playing)
      await cluster.processes.kill((await waitForStudios(cluster)).playing, { signal: 'SIGTERM' })
    await until(async () => (await waitForStudios(cluster)).playing === playing, 120_000)
    await sleep((wanted.seconds / 2) * 1_000)
  }
  for (const name of ['server1', 'server2']) taken[name] = await bets(name)
  print(`  side by side: ${versions.join(' and ')}; bets at the older ${taken.server1}, at this one ${taken.server2}`)
  for (const name of programs) await restart(name, root)
  return [
    { what: 'bets at the older version', value: taken.server1, bar: 'some', isReached: taken.server1 > 0 },
    { what: 'bets at this version', value: taken.server2, bar: 'some', isReached: taken.server2 > 0 },
  ]
}
