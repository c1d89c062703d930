import { verifyCommitment } from '@dhow/receipts/commitment'
import { entryWord } from '@dhow/receipts/entry'
import { parsePolicy } from '@dhow/receipts/policy'
import type { Reason } from '@dhow/receipts/reasons'
import { VerificationError } from '@dhow/receipts/verification-error'

/** Addresses at the portal: proof that the public log had a round's chain or seed, the log's keys, and the round's receipts for its player. */
export interface InLog {
  commitment: string
  keys: string
  receipts: string
}

/** Values that a round is recomputed from: the end of its chain and its number on it, or the hash of its seed. */
export interface Committed {
  hash: string
  chain?: { salt: string; number: number }
}

export type LookedUp =
  | { state: 'kept'; place: number }
  /** The log has another commitment under the name. */
  | { state: 'differs' | 'missing' | 'away' }
  | { state: 'refused'; reason: Reason }

type Read = (address: string) => Promise<{ status: number; text: string }>

/**
 * Looks up in the public log what a round is recomputed from. The proof is verified here, with the keys that the portal publishes; whoever trusts no
 * key of the day keeps the file and checks it with one written down earlier.
 */
export async function lookUpCommitment(log: InLog, committed: Committed, read: Read = readText): Promise<LookedUp> {
  try {
    const [file, keys] = await Promise.all([read(log.commitment), read(log.keys)])
    if (file.status === 404) return { state: 'missing' }
    if (file.status !== 200 || keys.status !== 200) return { state: 'away' }
    const { commitment, index } = verifyCommitment(file.text, policyOf(keys.text))
    const { provider, game, name, hash, chain } = commitment
    const isNamed = log.commitment.endsWith(`/${provider}/${game}/${name}`)
    const isSame =
      hash === committed.hash &&
      chain?.salt === (committed.chain && entryWord(committed.chain.salt)) &&
      (committed.chain?.number ?? 0) <= (chain?.rounds ?? 0)
    return isNamed && isSame ? { state: 'kept', place: index } : { state: 'differs' }
  } catch (error) {
    // Offline or cut off otherwise: the page shows that the log could not be read.
    return error instanceof VerificationError ? { state: 'refused', reason: error.reason } : { state: 'away' }
  }
}

/** All keys that the log has had. */
function policyOf(keys: string) {
  const lines = keys.trimEnd().split('\n')
  return parsePolicy(`${lines.map((line) => `log ${line.split(' ')[0]}`).join('\n')}\nquorum none\n`)
}

const readText: Read = async (address) => {
  const response = await fetch(address)
  return { status: response.status, text: await response.text() }
}
