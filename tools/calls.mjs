// Writes the typed list of calls and the portal's pages of deposits from the built contract; `--check` fails where one is not current.
import { makeCallFiles } from '../packages/contract/reference/calls.mjs'
import { writeOrCheck } from './generated.mjs'

writeOrCheck(await makeCallFiles())
