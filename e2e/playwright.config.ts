import { defineConfig } from '@playwright/test'

/** The longest files start first, so that no worker runs one alone at the end; each extra project would restart every worker. */
const long = ['**/{console,days,deposits,every-route,instant,one-path,portal-rules,session,tables,visit}.spec.ts']

/** Journeys through the real programs: three at a time on two cores, each with its own programs, since a journey mostly waits. */
export default defineConfig({
  testDir: '.',
  globalSetup: './first-start.ts',
  workers: 3,
  fullyParallel: false,
  // On a busy machine a step may time out once; npm test lists the tests that passed only on retry.
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
    // Recording a trace costs a quarter of the CPU, so only the retry of a failed journey has one. Snapshots are off: they inject a script
    // into each frame, including those whose sandbox forbids scripts.
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
