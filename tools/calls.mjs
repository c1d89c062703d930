// Generates the typed list of calls and the portal's deposit pages from the built contract; `--check` fails if one is outdated.
import { makeCallFiles } from '../packages/contract/reference/calls.mjs'
import { writeOrCheck } from './generated.mjs'

writeOrCheck(await makeCallFiles())
