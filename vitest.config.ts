import { defineConfig, type Plugin, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Milliseconds until a test that hangs is given up: a busy machine must not fail by the clock. */
const patience = 180_000

/** Packages resolve to their sources, so a test never runs against a stale build. */
const resolve = { conditions: ['dhow-source'] }
const ssr = { resolve: { conditions: ['dhow-source'] } }

/** Space for short-lived objects, which the collector would otherwise copy: a tenth of the processor time of the server's tests. */
const roomy = ['--max-semi-space-size=64']

/** The embedded engine lives for seconds here and gains nothing from being compiled a second time, for speed. */
const briefly = [...roomy, '--liftoff-only']

/**
 * Tests that are not repeated on the embedded engine, since nothing in them depends on the engine: what they show of a database is shown by the
 * tests of the features, which run on both.
 */
const onOneEngine = [
  // No database: rules, files, pictures, the edges of HTTP.
  'apps/server/src/config.test.ts',
  'apps/server/src/features/approvals/money-actions.test.ts',
  'apps/server/src/features/alarms/{certificates,channels}.test.ts',
  'apps/server/src/features/deposits/{duplicates/*,rules}.test.ts',
  'apps/server/src/features/gateway/provider-return.test.ts',
  'apps/server/src/features/payments/{rules,signed-json}.test.ts',
  'apps/server/src/features/rewards/rules.test.ts',
  'apps/server/src/features/statements/files/*.test.ts',
  'apps/server/src/features/statements/match-lines.test.ts',
  'apps/server/src/features/withdrawals/{gate-rules,payout-file,risks}.test.ts',
  'apps/server/src/platform/{ask-service,bus,busy-retries,every,files,hostile-bytes,ids,live,watch-clock,wire}.test.ts',
  // Listeners, headers and the file of countries, asked over HTTP.
  'apps/server/src/platform/http/{country-table,listener,player-turns,security,signed-calls,static-site}.test.ts',
  // Wrongs planted for each check of the books: each world on either engine is closed by running the checks themselves.
  'apps/server/test/invariants.test.ts',
  // Calls that are refused before a statement is sent, and replies as their schemas have them.
  'apps/server/test/{amounts,authorisation,hostile-requests,openapi}.test.ts',
  // The rules of the wallet protocol over HTTP; its statements are those of the gateway's tests.
  'apps/server/test/conformance.test.ts',
  // Calls of features: by the seed and the pages without script, by their permissions and masked fields, and by the checkers of receipts.
  'apps/server/src/seed/*.test.ts',
  'apps/server/src/light/*.test.ts',
  'apps/server/test/{masks,permissions,wordings}.test.ts',
  'apps/server/src/features/receipts/{check-by-hand,checker-page}.test.ts',
  // Providers that are programs of their own: their protocols are the sandbox's, their statements those of the gateway's tests.
  'apps/server/src/features/gateway/sandbox-games.test.ts',
]

const onEmbedded = { DHOW_TEST_ENGINE: 'pglite', DHOW_TEST_PG: '' }

/**
 * Tests whose repetition on the embedded engine is a run of its own (npm run test:embedded, a job of CI): npm run test:all repeats those about money, limits, sign-in
 * and the schema. The engines read SQL alike; the one connection of the embedded engine is held to by every test on PostgreSQL (test/one-connection.ts).
 */
const repeatedApart = [
  'apps/server/src/features/{alarms,approvals,campaigns,catalog,content,help,messages,notices,overview,receipts}/**/*.test.ts',
  'apps/server/src/features/{reports,sms,staff,statements,ussd}/**/*.test.ts',
  'apps/server/src/features/deposits/duplicates.test.ts',
  'apps/server/src/features/payments/{configured,histories,last-check,method-admin,payment-details}.test.ts',
  'apps/server/src/features/payments/{service-postbacks,silent-issuer,voucher-cases}.test.ts',
  'apps/server/test/{bet-plan,ledger-examples,metrics,reports-role,traces,walks}.test.ts',
]

/**
 * Tests of the server that take longest for what they say: hundreds of texts sent to each route, a year of play, every check of the books with a mistake
 * planted, thousands of calls in groups, pictures of receipts that are drawn, each way of each payment service, programs that are started. They are run by
 * npm run test:all, and by their names.
 */
const longServerTests = [
  'apps/server/src/features/deposits/duplicates.test.ts',
  'apps/server/src/features/deposits/duplicates/compare.test.ts',
  'apps/server/src/features/gateway/{provider-free-sums,round-history,together}.test.ts',
  'apps/server/src/features/messages/email/email.test.ts',
  'apps/server/src/features/notices/many-withdrawals.test.ts',
  'apps/server/src/features/payments/redirect-payments.test.ts',
  'apps/server/src/features/reports/{ranked-file,year}.test.ts',
  'apps/server/src/features/wallet/{check-books,wallet-model}.test.ts',
  'apps/server/src/platform/{files,db/without-standby}.test.ts',
  'apps/server/src/seed/*.test.ts',
  'apps/server/test/{amounts,commands,conformance,hostile-requests,invariants}.test.ts',
]
/** About the embedded engine alone. */
const ofEmbeddedEngine = 'apps/server/test/engine-pool.test.ts'
const everyServerTest = ['apps/server/src/**/*.test.ts', 'apps/server/test/*.test.ts']

const server = (
  name: string,
  env: Record<string, string> = {},
  exclude: string[] = [],
  include = everyServerTest,
): TestProjectConfiguration => ({
  resolve,
  ssr,
  test: {
    name,
    env,
    include,
    exclude,
    globalSetup: ['apps/server/test/build-programs.mjs', 'apps/server/test/start-postgres.mjs'],
    testTimeout: patience,
    hookTimeout: patience,
    maxWorkers: 2,
    isolate: false,
    // The workers of the embedded engine run it from the first file to the last, so there its second compilation pays.
    execArgv: env['DHOW_TEST_ENGINE'] === 'pglite' ? roomy : briefly,
  },
})

/** The same of the studio: it is stopped in every phase of every game, and its wallet goes wrong in every way. */
const longStudioTests = ['apps/studio/src/phases.test.ts', 'apps/studio/src/instant/http-faults.test.ts']

const studio = (name: string, include: string[], exclude: string[]): TestProjectConfiguration => ({
  resolve,
  ssr,
  test: {
    name,
    include,
    exclude,
    setupFiles: ['apps/studio/src/testing/copied-engine.ts'],
    testTimeout: patience,
    hookTimeout: patience,
    // Left alone, vitest keeps one core of two for itself; and fifty thousand rounds take longer beside other work.
    maxWorkers: 2,
    isolate: false,
    execArgv: briefly,
  },
})

/** Tests of the front ends: of their modules, on Node alone, or of components in a simulated page. */
const frontEnds = (
  name: string,
  environment: 'node' | 'happy-dom',
  include: string[],
  exclude: string[] = [],
): TestProjectConfiguration => ({
  resolve,
  plugins: [globsAreNotCached],
  test: {
    name,
    include,
    exclude,
    environment,
    testTimeout: patience,
    hookTimeout: patience,
    maxWorkers: 2,
    isolate: false,
    execArgv: roomy,
  },
})
const components = [
  'apps/{player,console}/src/**/*.test.tsx',
  'packages/ui/src/**/*.test.tsx',
  'apps/player/src/shared/{api,load-later}.test.ts',
]

/** Tests of packages and tools that run programs of others: npm, promtool, a Node for each start. No unit tests, so they run beside the faults, which wait. */
const runPrograms = [
  'packages/platform/program/entry.test.mjs',
  'packages/receipts/src/build.test.ts',
  'tools/observe.test.mjs',
]

/** Programs that are killed and restarted: they wait for each other, and three files fit side by side on two cores. */
const faults = (name: string, include: string[], env: Record<string, string> = {}): TestProjectConfiguration => ({
  resolve,
  ssr,
  test: {
    name,
    env,
    include,
    globalSetup: ['apps/server/test/build-programs.mjs', 'apps/server/test/start-postgres.mjs'],
    testTimeout: patience,
    hookTimeout: patience,
    isolate: false,
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
})

/** Test files that take longest of their project, longest first; a clean clone knows no times yet, and vitest takes size for time. */
const long = [
  'faults/kill-withdrawals.test.ts',
  'faults/kill-deposits.test.ts',
  'tools/start.test.mjs',
  'faults/kill-play.test.ts',
  'src/with-server.test.ts',
  'tools/breakpoints.test.mjs',
  'src/edges.test.ts',
  'duplicates/compare.test.ts',
  'server/test/take-over.test.ts',
  'server/test/conformance.test.ts',
  'seed/seed.test.ts',
  'payments/redirect-payments.test.ts',
  'server/test/amounts.test.ts',
  'deposits/duplicates.test.ts',
  'wallet/check-books.test.ts',
  'payments/vouchers.test.ts',
  'wallet/wallet-model.test.ts',
  'src/phases.test.ts',
  'instant/http-faults.test.ts',
  'instant/http-api.test.ts',
  'crash/run-table.test.ts',
  'tables/run-table.test.ts',
  'server/test/authorisation.test.ts',
]
const rank = ({ moduleId }: TestSpecification) => {
  const index = long.findIndex((name) => moduleId.endsWith(name))
  return index === -1 ? long.length : index
}

/** One project after the other, since each has workers of its own; in it begins what takes longest, so that at the end no processor waits for one file alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const projects = this.ctx.projects.map(({ name }) => name)
    const projectIndex = ({ project }: TestSpecification) => projects.indexOf(project.name)
    return (await super.sort(files)).sort((a, b) => projectIndex(a) - projectIndex(b) || rank(a) - rank(b))
  }
}

/** A glob depends on the files that exist, so a module with one is transformed in each run. */
const globsAreNotCached: Plugin = {
  name: 'globs-are-not-cached',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined))
  },
}

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
            'packages/*/{*,*/*}.test.mjs',
            'apps/sandbox/src/**/*.test.ts',
            'apps/server/{database,test/explore}/**/*.test.mjs',
            '{deploy,tools}/**/*.test.mjs',
            'bench/**/*.test.mjs',
          ],
          exclude: ['tools/{breakpoints,start}.test.mjs', ...runPrograms],
          maxWorkers: 2,
          isolate: false,
          execArgv: roomy,
          testTimeout: patience,
        },
      },
      studio(
        'studio',
        ['apps/studio/{src,client}/**/*.test.ts'],
        ['apps/studio/src/{edges,two-studios,with-server}.test.ts', ...longStudioTests],
      ),
      studio('studio-long', longStudioTests, []),
      server('server', {}, [...longServerTests, ofEmbeddedEngine]),
      server('server-long', {}, [], longServerTests),
      // The same tests once more, on the engine that a start without settings has.
      server('server-embedded', onEmbedded, [...onOneEngine, ...repeatedApart]),
      server('server-embedded-rest', onEmbedded, onOneEngine, repeatedApart),
      {
        resolve,
        ssr,
        test: {
          // Rows that a test adds to the contract: modules of its own, which no other file reads.
          name: 'rows',
          include: ['apps/server/test/rows/*.test.ts'],
          globalSetup: ['apps/server/test/build-programs.mjs', 'apps/server/test/start-postgres.mjs'],
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers: 2,
          execArgv: briefly,
        },
      },
      {
        resolve,
        ssr,
        test: {
          // Several servers at once: one file at a time, so that nobody waits for a processor that another test holds.
          name: 'races',
          include: ['apps/server/test/{races,explore}/**/*.test.ts'],
          globalSetup: ['apps/server/test/build-programs.mjs', 'apps/server/test/start-postgres.mjs'],
          testTimeout: patience,
          hookTimeout: patience,
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      faults('faults', [
        'apps/server/test/faults/**/*.test.ts',
        'apps/studio/src/{edges,two-studios,with-server}.test.ts',
        'tools/{breakpoints,start}.test.mjs',
        ...runPrograms,
      ]),
      // The kills once more, at every boundary between two statements.
      faults('kills', ['apps/server/test/faults/kill-{deposits,play,withdrawals}.test.ts'], {
        DHOW_TEST_KILLS: 'every',
      }),
      frontEnds('front-ends', 'node', ['apps/{player,console}/src/**/*.test.ts'], components),
      frontEnds('components', 'happy-dom', components),
    ],
  },
})
