import { defineConfig } from 'vitest/config'

/** Packages resolve to their sources, so a test never runs against a stale build. */
const resolve = { conditions: ['dhow-source'] }
const ssr = { resolve: { conditions: ['dhow-source'] } }

export default defineConfig({
  test: {
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
          exclude: ['apps/studio/src/with-server.test.ts'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'apps/studio/src/with-server.test.ts'],
          globalSetup: ['tools/test-postgres.mjs'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        resolve,
        test: {
          name: 'front-ends',
          include: ['apps/{player,console}/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.tsx'],
          environment: 'happy-dom',
        },
      },
    ],
  },
})
