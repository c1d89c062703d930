// Writes the lock of the database's files; `--check` fails if it is outdated. Both fail if a merged migration was changed or a new one would break the
// version that runs during the upgrade.
import { lockFile, makeLock } from '../apps/server/database/lock.mjs'
import { findMigrationFaults } from '../apps/server/database/migration-safety.mjs'
import { writeOrCheck } from './generated.mjs'

const { text, faults: lockFaults } = makeLock()
const faults = [...lockFaults, ...findMigrationFaults()]
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
else writeOrCheck(new Map([[lockFile, text]]))
