// npm run explore: runs the real features under a seeded scheduler and with injected faults (docs/explorer.md). The code is bundled from the sources.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import buildPrograms from '../apps/server/test/build-programs.mjs'
import { bundleModule } from './dev-sources.mjs'
import { startTemporaryCluster } from './postgres.mjs'
import { root } from './run.mjs'

const folder = join(root, 'apps/server/dist/explore')
const file = join(folder, `explore-${process.pid}.mjs`)
mkdirSync(folder, { recursive: true })
await bundleModule({
  input: join(root, 'apps/server/test/explore/main.ts'),
  file,
  // A module that looks for a file beside itself finds it where its source is.
  addressOf: (id) => JSON.stringify(pathToFileURL(id).href),
})
buildPrograms()
const cluster = process.env.DHOW_TEST_PG ? undefined : await startTemporaryCluster()
if (cluster) process.env.DHOW_TEST_PG = cluster.url
process.on('exit', () => cluster?.stop())
await import(pathToFileURL(file).href)
