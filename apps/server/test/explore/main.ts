import { readFileSync } from 'node:fs'
import { explore } from './explore.ts'

/** Statements that plant a mistake, where `tools/explore.mjs` has written some. */
const file = process.env['DHOW_EXPLORE_SQL']
const failed = await explore(process.argv.slice(2), file === undefined ? [] : [readFileSync(file, 'utf8')])
// Connections of a crashed server stay open.
process.exit(failed > 0 ? 1 : 0)
