// Writes the lock of the database's files; `--check` fails where it is not current, and both where a merged migration was changed.
import { lockFile, makeLock } from '../apps/server/database/lock.mjs'
import { writeOrCheck } from './generated.mjs'

const { text, faults } = makeLock()
for (const fault of faults) console.log(fault)
if (faults.length > 0) process.exitCode = 1
else writeOrCheck(new Map([[lockFile, text]]))
