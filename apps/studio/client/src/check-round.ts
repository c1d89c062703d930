import { fromHex, sha256, toHex } from '@dhow/fairness/sha256'

/** Inputs of a round's proof: all of it stands in the link. */
export interface ProofInputs {
  hash: string
  salt: string
  end: string
  number: number
}

/** A round as the studio tells it; what more it tells belongs to the game. */
export interface ToldRound {
  number: number
  hash: string
  salt: string
  chain: { end_hash: string }
}

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

/** The link to the proof page at this path, with every input in it. */
export const proofLink = (page: string, round: string, { hash, salt, end, number }: ProofInputs): string =>
  `${location.origin}${page}/${round}?${new URLSearchParams({ hash, salt, end, n: String(number) })}`

/** The inputs that stand in the page's own link; null where it carries none. */
export function inputsInLink(): ProofInputs | null {
  const query = new URLSearchParams(location.search)
  if (!query.has('hash')) return null
  const told = (name: string) => query.get(name) ?? ''
  return { hash: told('hash'), salt: told('salt'), end: told('end'), number: Number(told('n')) }
}

/** The round as the studio tells it at this address, or why it does not. */
export async function fetchRound<Told extends ToldRound>(
  api: string,
  round: string,
): Promise<{ inputs: ProofInputs; told: Told } | 'inPlay' | 'unknown' | 'failed'> {
  try {
    const response = await fetch(`${api}/rounds/${encodeURIComponent(round)}`)
    if (response.status === 409) return 'inPlay'
    if (response.status === 404) return 'unknown'
    if (!response.ok) return 'failed'
    const told = (await response.json()) as Told
    const { hash, salt, number, chain } = told
    return { inputs: { hash, salt, end: chain.end_hash, number }, told }
  } catch {
    // Offline or cut off: the page says that it could not load, and the player tries again.
    return 'failed'
  }
}

/** Commitment published before the first round; undefined if it could not be loaded. */
export async function fetchChain(api: string): Promise<{ endHash: string; salt: string } | undefined> {
  try {
    const response = await fetch(`${api}/chain`)
    if (!response.ok) return undefined
    const told = (await response.json()) as { end_hash: string; salt: string }
    return { endHash: told.end_hash, salt: told.salt }
  } catch {
    // Offline or cut off: the dialog says so.
    return undefined
  }
}
