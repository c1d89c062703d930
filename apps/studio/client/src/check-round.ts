import { crashHundredths, hundredthsText } from '@dhow/fairness/crash'
import { fromHex, sha256, toHex } from '@dhow/fairness/sha256'

/** What a round's proof needs: all of it stands in the link. */
export interface ProofInputs {
  hash: string
  salt: string
  end: string
  number: number
}

export const crashOf = ({ hash, salt }: ProofInputs): string => hundredthsText(crashHundredths(hash, salt))

/** Walks from the round's hash to the chain's end, a stretch at a time, so that the page stays alive. */
export async function leadsToEnd(
  { hash, end, number }: ProofInputs,
  tell: (percent: number) => void,
): Promise<boolean> {
  let bytes = fromHex(hash)
  for (let step = 0; step < number; step++) {
    bytes = sha256(bytes)
    if (step % 20_000 === 19_999) {
      tell(Math.floor((step / number) * 100))
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return toHex(bytes) === end.toLowerCase()
}

export const isWhole = (inputs: ProofInputs): boolean =>
  /^[0-9a-f]{64}$/i.test(inputs.hash) &&
  /^[0-9a-f]{64}$/i.test(inputs.end) &&
  inputs.salt.length > 0 &&
  inputs.salt.length <= 200 &&
  Number.isInteger(inputs.number) &&
  inputs.number >= 1 &&
  inputs.number <= 100_000_000

/** The link to the proof page that carries every input. */
export const proofLink = (round: string, { hash, salt, end, number }: ProofInputs): string =>
  `${location.origin}/proof/crash/${round}?${new URLSearchParams({ hash, salt, end, n: String(number) })}`

/** The round as the studio tells it, or why it does not. */
export async function fetchRound(
  round: string,
): Promise<{ inputs: ProofInputs; played: string } | 'inPlay' | 'unknown' | 'failed'> {
  try {
    const response = await fetch(`/api/crash/rounds/${encodeURIComponent(round)}`)
    if (response.status === 409) return 'inPlay'
    if (response.status === 404) return 'unknown'
    if (!response.ok) return 'failed'
    const told = (await response.json()) as {
      number: number
      crash: string
      hash: string
      salt: string
      chain: { end_hash: string }
    }
    const inputs = { hash: told.hash, salt: told.salt, end: told.chain.end_hash, number: told.number }
    return { inputs, played: told.crash }
  } catch {
    // Offline or cut off: the page says that it could not load, and the player tries again.
    return 'failed'
  }
}

/** What was published before the first round; undefined where it could not be loaded. */
export async function fetchChain(): Promise<{ endHash: string; salt: string } | undefined> {
  try {
    const response = await fetch('/api/crash/chain')
    if (!response.ok) return undefined
    const told = (await response.json()) as { end_hash: string; salt: string }
    return { endHash: told.end_hash, salt: told.salt }
  } catch {
    // Offline or cut off: the dialog says so.
    return undefined
  }
}
