// npm run explore: runs the real features under a seeded scheduler and with injected faults (docs/explorer.md). The code is bundled from the sources.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import buildPrograms from '../apps/server/test/build-programs.mjs'
import { startTemporaryCluster } from './postgres.mjs'
import { root } from './run.mjs'

const folder = join(root, 'apps/server/dist/explore')
const file = join(folder, `explore-${process.pid}.mjs`)
mkdirSync(folder, { recursive: true })
const bundle = await rolldown({
  input: join(root, 'apps/server/test/explore/main.ts'),
  platform: 'node',
  logLevel: 'silent',
  external: (id) => !/^[./]|^@dhow\//.test(id),
  resolve: { conditionNames: ['dhow-source', 'node', 'import'] },
  plugins: [
    {
      name: 'paths-of-modules',
      // A module that looks for a file beside itself finds it where its source is.
      transform: (code, id) =>
        code.includes('import.meta.url')
          ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
          : null,
    },
  ],
})
await bundle.write({ file, format: 'esm', sourcemap: true, codeSplitting: false })
await bundle.close()
buildPrograms()
const cluster = process.env.DHOW_TEST_PG ? undefined : await startTemporaryCluster()
if (cluster) process.env.DHOW_TEST_PG = cluster.url
process.on('exit', () => cluster?.stop())
await import(pathToFileURL(file).href)
