import { parseArgs } from 'node:util'
import { checkCommitment, checkConsistency, checkReceipt, checkRoot, checkStatement } from './check-files.ts'
import { factNames, type Fact } from './facts.ts'
import { parsePolicy, trustLog, type Policy } from './policy.ts'
import { reasons } from './reasons.ts'
import { VerificationError } from './verification-error.ts'
import { parseVerifierKey } from './verifier-key.ts'

const usage = `Checks files of a public log without asking anybody.

  npm run -s receipt -- verify RECEIPT...              receipts of entries
  npm run -s receipt -- statement BODY NOTE [RECEIPT]  a statement, with the receipt of its last entry
  npm run -s receipt -- root PROOF [RECEIPT...]        a share of a day's liabilities, and the entries since
  npm run -s receipt -- commitment PROOF [RECEIPT]     what a game was committed to, and that it was so before a bet
  npm run -s receipt -- consistency OLD NEW            that a later head of the log goes on from an earlier one

  --policy FILE   who has to have signed: a c2sp.org/tlog-policy file
  --key KEY       or the key of the log alone

It ends with 0 if everything holds, with 1 and the name of the reason if a file is refused, with 2 if it was called wrongly.
`

/** Environment of the command: files and output. */
export interface CommandWorld {
  readFile: (path: string) => Uint8Array
  print: (text: string) => void
  complain: (text: string) => void
}

type Read = (path: string) => Uint8Array

/** Runs one check on its files; undefined for a wrong number of files. */
const checks: Record<string, (files: string[], read: Read, policy: Policy) => Fact[][] | undefined> = {
  verify: (files, read, policy) =>
    files.length > 0 ? files.map((file) => checkReceipt(read(file), policy)) : undefined,
  statement: ([body, note, receipt, ...more], read, policy) =>
    body !== undefined && note !== undefined && more.length === 0
      ? [checkStatement({ body: read(body), note: read(note), ...(receipt ? { receipt: read(receipt) } : {}) }, policy)]
      : undefined,
  root: ([proof, ...receipts], read, policy) =>
    proof === undefined ? undefined : [checkRoot(read(proof), receipts.map(read), policy)],
  commitment: ([proof, receipt, ...more], read, policy) =>
    proof !== undefined && more.length === 0
      ? [checkCommitment(read(proof), receipt === undefined ? undefined : read(receipt), policy)]
      : undefined,
  consistency: ([old, now, ...more], read, policy) =>
    old !== undefined && now !== undefined && more.length === 0
      ? [checkConsistency(read(old), read(now), policy)]
      : undefined,
}

/** Runs the command; returns the exit code. */
export function runReceipt(args: string[], { readFile, print, complain }: CommandWorld): 0 | 1 | 2 {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { policy: { type: 'string' }, key: { type: 'string' } },
    })
    const [name = '', ...files] = positionals
    const run = Object.hasOwn(checks, name) ? checks[name] : undefined
    const policy = policyOf(values, readFile)
    const results = policy && run?.(files, readFile, policy)
    if (!results) {
      complain(usage)
      return 2
    }
    for (const facts of results)
      print(`ok\n${facts.map(([fact, value]) => `  ${factNames[fact]}: ${value}\n`).join('')}`)
    return 0
  } catch (error) {
    if (error instanceof VerificationError) {
      const detail = error.detail === '' ? '' : ` (${error.detail.slice(0, 200)})`
      complain(`refused: ${error.reason}\n  ${reasons[error.reason]}${detail}\n`)
      return 1
    }
    complain(`${error instanceof Error ? error.message : String(error)}\n`)
    return 2
  }
}

function policyOf({ policy, key }: { policy?: string; key?: string }, read: Read): Policy | undefined {
  if (policy !== undefined) return parsePolicy(read(policy))
  return key === undefined ? undefined : trustLog(parseVerifierKey(key))
}
