import { createPublicKey } from 'node:crypto'
import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Adapter } from './adapter.ts'
import { addKey, addOwnKey, endKey, keyUse, listKeys, type ProviderKeyKind } from './rotate-provider-keys.ts'

const topic = 'provider-keys'
const refreshMs = 15_000

interface Key {
  provider: string
  kind: ProviderKeyKind
  text: string
  endsMs: number
}

/** Keys from the settings instead of the database: one, or two during a rotation. */
export type FixedKeys = (provider: string, kind: Key['kind']) => readonly string[]

/**
 * Providers' keys: sealed in the database, decrypted in memory because every call needs them. During a rotation two are
 * valid, and the old one ends when the operator chooses.
 * @param fixed keys of the studio and the sandbox's providers
 */
export async function openProviderKeys(
  { db, clock, bus, log, jobs, random, id }: Platform,
  secrets: Secrets,
  fixed: FixedKeys,
) {
  let keys: Key[] = []
  const load = async () => {
    const rows = await db.kysely
      .selectFrom('gateway.game_provider_key')
      .selectAll()
      .orderBy('added_at', 'desc')
      .execute()
    keys = rows.map((row) => ({
      provider: row.provider_code,
      kind: row.kind,
      text: secrets.open(keyUse, row.sealed),
      endsMs: row.ends_at?.getTime() ?? Infinity,
    }))
  }
  await load()
  const changedElsewhere = () =>
    load().catch((error: unknown) => log.error({ err: error }, 'provider keys could not be loaded'))
  bus.subscribe(topic, () => void changedElsewhere(), changedElsewhere)
  const stop = every({ clock, log, jobs }, 'provider-keys', refreshMs, load)
  const good = (provider: string, kind: Key['kind']) => {
    const nowMs = clock.now().getTime()
    return keys.filter((key) => key.provider === provider && key.kind === kind && key.endsMs > nowMs)
  }

  return {
    /** Keys accepted for the provider's calls. */
    of: (provider: string, kind: Adapter['keys']): readonly string[] => [
      ...good(provider, kind).map((key) => key.text),
      ...fixed(provider, kind),
    ],

    /** Key for the portal's own calls to the provider: the shared secret, or the portal's private key. */
    signing(provider: string, kind: Adapter['keys']): string | undefined {
      const ours = kind === 'secret' ? 'secret' : 'own'
      return good(provider, ours)[0]?.text ?? fixed(provider, ours)[0]
    },

    /** The portal's public key for a provider that verifies its calls; undefined if not needed. */
    ownPublic(provider: string): string | undefined {
      const own = good(provider, 'own')[0]
      return own && createPublicKey(own.text).export({ type: 'spki', format: 'pem' }).toString()
    },

    ...bind({ db, clock, random, id, secrets }, { list: listKeys, add: addKey, addOwn: addOwnKey, end: endKey }),

    /** Call after the commit of a change: this process updates at once, the others a moment later. */
    async changed() {
      await load()
      bus.publish(topic, {})
    },
    close: stop,
  }
}
