import webPush from 'web-push'
import type { Secrets } from '../../../platform/secrets.ts'
import type { Platform } from '../../../platform/platform.ts'

const sealUse = 'key of web push'

export interface PushKey {
  publicKey: string
  privateKey: string
}

/** Opens the portal's VAPID key; the first server that needs it creates it for all. */
async function openPushKey({ db, clock }: Platform, secrets: Secrets): Promise<PushKey> {
  const read = () => db.kysely.selectFrom('messages.push_key').select(['public_key', 'sealed']).executeTakeFirst()
  let row = await read()
  if (!row) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await db.kysely
      .insertInto('messages.push_key')
      .values({ id: 1, public_key: publicKey, sealed: secrets.seal(sealUse, privateKey), made_at: clock.now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    row = await read()
  }
  if (!row) throw new Error('the key of web push could not be stored')
  return { publicKey: row.public_key, privateKey: secrets.open(sealUse, Buffer.from(row.sealed)) }
}

/** Opens the key on first use, and again after a failure. */
export function openPushKeyOnce(platform: Platform, secrets: Secrets): () => Promise<PushKey> {
  let opened: Promise<PushKey> | undefined
  return () =>
    (opened ??= openPushKey(platform, secrets).catch((error: unknown) => {
      opened = undefined
      throw error
    }))
}
