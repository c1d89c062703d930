import { runChains } from './chains.ts'
import { readStore } from './config.ts'

/** Entry point of `npm run -s chain`. */
process.exitCode = await runChains(
  process.argv.slice(2),
  readStore(process.env),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
)
