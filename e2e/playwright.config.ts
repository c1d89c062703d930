import { defineConfig } from '@playwright/test'

/** Those that take longest begin first, so that at the end nobody waits for one of them alone; a project more is a start more of each worker. */
const long = ['**/{console,days,deposits,every-route,instant,one-path,portal-rules,session,tables,visit}.spec.ts']

/** Journeys through the real programs: three at a time on two cores, each with programs of its own, since a journey mostly waits. */
export default defineConfig({
  testDir: '.',
  globalSetup: './first-start.ts',
  workers: 3,
  fullyParallel: false,
  // A machine that is busy with something else may let a step run out of time once; npm test lists those that passed only then.
  retries: 1,
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: long },
  ],
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    viewport: { width: 360, height: 740 },
    actionTimeout: 20_000,
    // Writing one costs a quarter of the processor; a journey that fails is run again, and then it is written: without copies of the pages,
    // for which a script would be put into each frame, also into those whose sandbox forbids scripts.
    trace: { mode: 'on-first-retry', snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env['DHOW_CHROMIUM'] ? { executablePath: process.env['DHOW_CHROMIUM'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
