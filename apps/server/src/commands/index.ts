import { OperatorError } from '@dhow/platform/process'
import { printCopyCheck } from './check-copy.ts'
import { copyFiles } from './copy-files.ts'
import { exportLog } from './export-log.ts'
import { forgetPlayerReceipts } from './forget-receipts.ts'
import { replaceLogKey } from './rotate-log-key.ts'

type Command = (args: readonly string[]) => Promise<void>

/**
 * Commands of the server's program, by their name on the command line: `node apps/server/dist/program.js log:forget
 * PLAYER REASON`. They may run beside a server on PostgreSQL; the embedded engine allows one program.
 */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'check-copy',
    async ([url]) => {
      if (url === undefined) throw new OperatorError('Name the address of the restored database.')
      process.exitCode = (await printCopyCheck(url)) ? 0 : 1
    },
  ],
  ['copy-files', copyFiles],
  ['log:export', exportLog],
  ['log:forget', forgetPlayerReceipts],
  ['log:key', replaceLogKey],
])
