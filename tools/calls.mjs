// Writes the typed list of calls from the built contract; `--check` fails where it is not current.
import { callsFile, makeCalls } from '../packages/contract/reference/calls.mjs'
import { writeOrCheck } from './generated.mjs'

writeOrCheck(new Map([[callsFile, await makeCalls()]]))
