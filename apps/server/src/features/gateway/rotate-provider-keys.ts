import { createHash, generateKeyPairSync } from 'node:crypto'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Adapter } from './adapter.ts'
import { publicKey } from './public-key.ts'

/** Purpose under which providers' keys are sealed. */
export const keyUse = 'provider-key'
/** Two during a rotation. */
export const maxKeys = 2

export type ProviderKeyKind = 'secret' | 'public' | 'own'

interface KeyParts extends Pick<Platform, 'db' | 'clock' | 'random' | 'id'> {
  secrets: Secrets
}

/** A provider's valid keys, newest first. */
export const listKeys = ({ db, clock }: KeyParts, provider: string) =>
  db.kysely
    .selectFrom('gateway.game_provider_key')
    .select(['id', 'kind', 'print', 'added_at', 'ends_at'])
    .where('provider_code', '=', provider)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
    .orderBy('added_at', 'desc')
    .execute()

/**
 * Adds a key; the earlier one ends after `overlapMs`. A secret is generated if none is given, and shown only now.
 * @throws Refusal `key_invalid`, `keys_in_rotation`
 */
export async function addKey(
  parts: KeyParts,
  tx: Tx,
  provider: string,
  kind: Adapter['keys'],
  options: { given?: string | undefined; overlapMs: number; by: string | null },
) {
  const { clock, random } = parts
  const open = await tx
    .selectFrom('gateway.game_provider_key')
    .select('id')
    .where('provider_code', '=', provider)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', clock.now())]))
    .forUpdate()
    .execute()
  if (open.length >= maxKeys) throw new Refusal('keys_in_rotation')
  const text = kind === 'public' ? publicKey(options.given) : (options.given ?? random.bytes(32).toString('base64url'))
  await tx
    .updateTable('gateway.game_provider_key')
    .set({ ends_at: new Date(clock.now().getTime() + options.overlapMs) })
    .where('provider_code', '=', provider)
    .where('kind', '=', kind)
    .where('ends_at', 'is', null)
    .execute()
  const row = await insertKey(parts, tx, provider, kind, text, options.by)
  return { id: row.id, print: row.print, text }
}

/** Adds the portal's own key pair for a provider whose protocol signs with private keys. */
export async function addOwnKey(parts: KeyParts, tx: Tx, provider: string, by: string | null) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  await insertKey(parts, tx, provider, 'own', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), by)
}

/** Revokes a key now. @throws Refusal `not_found` */
export async function endKey({ clock }: KeyParts, tx: Tx, provider: string, keyId: string) {
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
}

async function insertKey(
  { clock, id, secrets }: KeyParts,
  tx: Tx,
  provider: string,
  kind: ProviderKeyKind,
  text: string,
  by: string | null,
) {
  const row = {
    id: id('key'),
    provider_code: provider,
    kind,
    sealed: secrets.seal(keyUse, text),
    print: createHash('sha256').update(text).digest('hex').slice(0, 12),
    added_at: clock.now(),
    added_by: by,
    ends_at: null,
  }
  await tx.insertInto('gateway.game_provider_key').values(row).execute()
  return row
}
