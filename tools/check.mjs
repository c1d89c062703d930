// npm run check: static checks, in two parallel rows.
import { bin, run } from './run.mjs'

const tool = (name, ...args) => [process.execPath, [`tools/${name}.mjs`, ...args]]

/** Linting takes as long as all others together; the parts of a row run one by one. */
const rows = [
  [
    ['types', bin('tsc'), ['-b']],
    // Needs the build of `types`.
    ['reference', ...tool('reference', '--check')],
    ['call list', ...tool('calls', '--check')],
    ['schema lock', ...tool('schema-lock', '--check')],
    ['lint', bin('oxlint'), ['--type-aware']],
  ],
  [
    ['format', bin('oxfmt'), ['--list-different', '.']],
    ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
    ['SQL boundaries', ...tool('boundaries')],
  ],
]

await Promise.all(
  rows.map(async (row) => {
    for (const [name, command, args] of row) {
      const since = performance.now()
      const { isOk, output } = await run(command, args)
      if (!isOk) {
        process.exitCode = 1
        process.stdout.write(output)
      }
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      console.log(`${isOk ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s  ${name}`)
    }
  }),
)
