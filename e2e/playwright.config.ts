import { defineConfig } from '@playwright/test'

/** Journeys through the real programs: two at a time, each with programs of its own, since a journey mostly waits. */
export default defineConfig({
  testDir: '.',
  globalSetup: './first-start.ts',
  workers: 2,
  fullyParallel: false,
  // A machine that is busy with something else may let a step run out of time once; npm test says which passed only then.
  retries: 1,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    viewport: { width: 360, height: 740 },
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
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
