import { explore } from './explore.ts'

const failed = await explore(process.argv.slice(2))
// Connections of a crashed server stay open.
process.exit(failed > 0 ? 1 : 0)
