import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Adapter } from './adapter.ts'

const use = 'provider-key'
const topic = 'provider-keys'
const refreshMs = 15_000
const keysAtMost = 2

interface Key {
  provider: string
  kind: 'secret' | 'public' | 'own'
  text: string
  endsMs: number
}

/** Keys that stand in the settings and not in the database; each is one, or two while they are changed. */
export type FixedKeys = (provider: string, kind: Key['kind']) => readonly string[]

/**
 * The keys of providers: sealed in the database, and open in memory, because every call needs them. While a key is changed two are good, and
 * the old one ends at a moment that the operator sets.
 * @param fixed the studio's, and those of the sandbox's providers
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
      text: secrets.open(use, row.sealed),
      endsMs: row.ends_at?.getTime() ?? Infinity,
    }))
  }
  await load()
  bus.subscribe(topic, () => void load().catch((error: unknown) => log.error({ err: error }, 'keys were not read')))
  const stop = every({ clock, log, jobs }, 'provider-keys', refreshMs, load)
  const good = (provider: string, kind: Key['kind']) => {
    const nowMs = clock.now().getTime()
    return keys.filter((key) => key.provider === provider && key.kind === kind && key.endsMs > nowMs)
  }

  const insert = async (tx: Tx, provider: string, kind: Key['kind'], text: string, by: string | null) => {
    const row = {
      id: id('key'),
      provider_code: provider,
      kind,
      sealed: secrets.seal(use, text),
      print: createHash('sha256').update(text).digest('hex').slice(0, 12),
      added_at: clock.now(),
      added_by: by,
      ends_at: null,
    }
    await tx.insertInto('gateway.game_provider_key').values(row).execute()
    return row
  }

  return {
    /** Keys accepted for the provider's calls. */
    of: (provider: string, kind: Adapter['keys']): readonly string[] => [
      ...good(provider, kind).map((key) => key.text),
      ...fixed(provider, kind),
    ],

    /** Key of the portal's own calls to the provider: the shared secret, or the portal's private key. */
    signing(provider: string, kind: Adapter['keys']): string | undefined {
      const ours = kind === 'secret' ? 'secret' : 'own'
      return good(provider, ours)[0]?.text ?? fixed(provider, ours)[0]
    },

    /** The portal's public key for a provider that checks what it asks; undefined where it needs none. */
    ownPublic(provider: string): string | undefined {
      const own = good(provider, 'own')[0]
      return own && createPublicKey(own.text).export({ type: 'spki', format: 'pem' }).toString()
    },

    list: (provider: string) =>
      db.kysely
        .selectFrom('gateway.game_provider_key')
        .select(['id', 'kind', 'print', 'added_at', 'ends_at'])
        .where('provider_code', '=', provider)
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
        .orderBy('added_at', 'desc')
        .execute(),

    /**
     * Adds a key; the earlier one ends after `overlapMs`. A secret is made here where none is given, and shown this once.
     * @throws Refusal `key_invalid`, `keys_in_rotation`
     */
    async add(
      tx: Tx,
      provider: string,
      kind: Adapter['keys'],
      options: { given?: string | undefined; overlapMs: number; by: string | null },
    ) {
      const open = await tx
        .selectFrom('gateway.game_provider_key')
        .select('id')
        .where('provider_code', '=', provider)
        .where('kind', '=', kind)
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
        .forUpdate()
        .execute()
      if (open.length >= keysAtMost) throw new Refusal('keys_in_rotation')
      const text =
        kind === 'public' ? publicKey(options.given) : (options.given ?? random.bytes(32).toString('base64url'))
      await tx
        .updateTable('gateway.game_provider_key')
        .set({ ends_at: new Date(clock.now().getTime() + options.overlapMs) })
        .where('provider_code', '=', provider)
        .where('kind', '=', kind)
        .where('ends_at', 'is', null)
        .execute()
      const row = await insert(tx, provider, kind, text, options.by)
      return { id: row.id, print: row.print, text }
    },

    /** The portal's own pair for a provider whose protocol signs with private keys. */
    async addOwn(tx: Tx, provider: string, by: string | null) {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
      await insert(tx, provider, 'own', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), by)
    },

    /** Ends a key now. @throws Refusal `not_found` */
    async end(tx: Tx, provider: string, keyId: string) {
      const ended = await tx
        .updateTable('gateway.game_provider_key')
        .set({ ends_at: clock.now() })
        .where('id', '=', keyId)
        .where('provider_code', '=', provider)
        .where('kind', '!=', 'own')
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
        .returning('print')
        .executeTakeFirst()
      if (!ended) throw new Refusal('not_found')
      return ended
    },

    /** After the commit of a change: this process knows at once, the others a moment later. */
    async changed() {
      await load()
      bus.publish(topic, {})
    },
    close: stop,
  }
}

/** The key in PEM as it is stored. @throws Refusal `key_invalid` */
export function publicKey(given: string | undefined): string {
  try {
    const key = createPublicKey(given ?? '')
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048)
      return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch (error) {
    throw new Refusal('key_invalid', { data: { reason: String(error) } })
  }
  throw new Refusal('key_invalid')
}
