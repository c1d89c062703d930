import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseVerifierKey, type VerifierKey } from '@dhow/receipts/verifier-key'

const requestTimeoutMs = 2_000
/** Logs of a portal, by the paths of their keys. */
const paths = ['/log/keys', '/log/staff/keys']

/**
 * Keys of one portal's logs. The sandbox's witness fetches them from the portal, which a real one never does: there a person adds the key. Known
 * keys are kept.
 */
export function openKnownKeys(folder: string, portalUrl: string) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'keys')
  const known = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [])
  const ofOrigin = (origin: string) => [...known].map(parseVerifierKey).filter(({ name }) => name === origin)

  async function loadKeys() {
    for (const at of paths) {
      const answer = await fetch(`${portalUrl}${at}`, { signal: AbortSignal.timeout(requestTimeoutMs) }).catch(
        () => undefined,
      )
      if (!answer?.ok) continue
      for (const line of (await answer.text()).split('\n').filter(Boolean)) {
        const [key = ''] = line.split(' ')
        if (known.has(key)) continue
        appendFileSync(path, `${key}\n`)
        known.add(key)
      }
    }
  }

  /** Keys of the log with this origin; fetched again if none has one of these ids. */
  return async (origin: string, keyIds: readonly string[]): Promise<VerifierKey[]> => {
    const isKnown = () => ofOrigin(origin).some(({ id }) => keyIds.includes(id))
    if (!isKnown()) await loadKeys()
    return ofOrigin(origin)
  }
}
