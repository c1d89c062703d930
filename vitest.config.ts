import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.mjs'

/** Packages resolve to their sources, so a test never runs against a stale build. */
const resolve = { conditions: ['dhow-source'] }
const ssr = { resolve: { conditions: ['dhow-source'] } }

/** The embedded engine lives for seconds here and gains nothing from being compiled a second time, for speed. */
const briefly = ['--liftoff-only']

/** Tests of pictures ask no database anything: one engine is enough. */
const withoutDatabase = 'apps/server/src/features/deposits/copies/*.test.ts'
/** The demo world is made of calls whose features are tested on both engines. */
const demoWorld = 'apps/server/src/seed/*.test.ts'

const server = (name: string, env: Record<string, string> = {}, exclude: string[] = []): TestProjectConfiguration => ({
  resolve,
  ssr,
  test: {
    name,
    env,
    include: ['apps/server/src/**/*.test.ts', 'apps/server/test/*.test.ts'],
    exclude,
    globalSetup: ['tools/test-programs.mjs', 'tools/test-postgres.mjs'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    isolate: false,
    execArgv: briefly,
  },
})

/** Projects that share the processors run first, side by side; then, one group after the other, those that need them alone. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Share the compile cache between projects and runs.
    experimental: { fsModuleCache: true },
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'packages',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/studio/{src,client}/**/*.test.ts',
            'apps/sandbox/src/**/*.test.ts',
            'tools/**/*.test.{ts,mjs}',
          ],
          exclude: ['apps/studio/src/{edges,with-server}.test.ts', 'tools/start.test.mjs'],
          setupFiles: ['apps/studio/src/testing/begun-engine.ts'],
          // Left alone, vitest keeps one core of two for itself; and fifty thousand rounds take longer beside other work.
          maxWorkers: 2,
          isolate: false,
          execArgv: briefly,
          testTimeout: 30_000,
        },
      },
      server('server'),
      // The same tests once more, on the engine that a start without settings has.
      server('server-embedded', { DHOW_TEST_ENGINE: 'pglite', DHOW_TEST_PG: '' }, [withoutDatabase, demoWorld]),
      {
        resolve,
        ssr,
        test: {
          // Several servers at once: one file at a time, so that nobody waits for a processor that another test holds.
          name: 'races',
          include: ['apps/server/test/races/**/*.test.ts'],
          globalSetup: ['tools/test-programs.mjs', 'tools/test-postgres.mjs'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve,
        ssr,
        test: {
          // Programs that die and come back: they wait for each other, and three files fit side by side on two cores.
          name: 'faults',
          include: [
            'apps/server/test/faults/**/*.test.ts',
            'apps/studio/src/{edges,with-server}.test.ts',
            'tools/start.test.mjs',
          ],
          globalSetup: ['tools/test-programs.mjs', 'tools/test-postgres.mjs'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: {
          name: 'front-ends',
          include: ['apps/{player,console}/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.tsx'],
          environment: 'happy-dom',
          // Globs depend on the files that exist.
          experimental: { fsModuleCache: false },
          maxWorkers: 2,
          isolate: false,
        },
      },
    ],
  },
})
