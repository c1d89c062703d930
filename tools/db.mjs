// npm run db: a shell into the database of the settings; `npm run db -- 'select …'` runs one statement.
import { openShell } from '../apps/server/database/shell.mjs'
import { readOptions } from './start.mjs'

const { databaseUrl, dataDir } = readOptions()
process.exitCode = await openShell({ databaseUrl, dataDir, statement: process.argv[2] })
