// npm run log:key -- <id>: replaces the key of the public log that has this id.
import { refuseCall, runLogProgram } from './log-program.mjs'

const [id = ''] = process.argv.slice(2)
if (/^[0-9a-f]{8}$/.test(id)) runLogProgram('log:key', [id])
else
  refuseCall(
    'Name the key to replace by its id, the 8 digits in the last line of /log/keys: npm run log:key -- 0a1b2c3d',
  )
