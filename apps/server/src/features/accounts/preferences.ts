import type { Preferences } from '@dhow/contract/profile'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

const defaults: Preferences = {
  language: 'en',
  theme: 'system',
  currency_display: 'symbol',
  session_reminder_minutes: 60,
  saver: false,
  notifications: { deposits: true, withdrawals: true, rewards: true, offers: false },
}

type Chosen = { [Key in keyof Preferences]?: Preferences[Key] | undefined }

/** A player's settings of the portal, on every device. */
export function openPreferences({ db, clock }: Platform) {
  async function read(
    playerId: string,
    reader: Db = db.kysely,
  ): Promise<{ preferences: Preferences; chosen: string[] }> {
    const row = await reader
      .selectFrom('accounts.player_preference')
      .select('chosen')
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    const chosen = row?.chosen ?? {}
    return { preferences: { ...defaults, ...chosen }, chosen: Object.keys(chosen) }
  }

  /** Sets the consent to advertising, in the transaction of the change. */
  async function setOffers(tx: Tx, playerId: string, offers: boolean): Promise<void> {
    const { preferences } = await read(playerId, tx)
    await write(tx, playerId, { notifications: { ...preferences.notifications, offers } })
  }

  /** Records a changed consent to advertising, with its time. */
  async function noteConsent(tx: Tx, playerId: string, given: boolean) {
    const { preferences } = await read(playerId, tx)
    if (preferences.notifications.offers === given) return
    await tx
      .insertInto('accounts.offer_consent')
      .values({ player_id: playerId, at: clock.now(), given })
      .onConflict((conflict) => conflict.columns(['player_id', 'at']).doUpdateSet({ given }))
      .execute()
  }

  async function write(tx: Tx, playerId: string, chosen: Chosen) {
    if (chosen.notifications) await noteConsent(tx, playerId, chosen.notifications.offers)
    const named = JSON.stringify(chosen)
    await tx
      .insertInto('accounts.player_preference')
      .values({ player_id: playerId, chosen: named, updated_at: clock.now() })
      .onConflict((conflict) =>
        conflict.column('player_id').doUpdateSet((eb) => ({
          chosen: eb.fn<Partial<Preferences>>('jsonb_concat', [
            eb.ref('accounts.player_preference.chosen'),
            eb.ref('excluded.chosen'),
          ]),
          updated_at: clock.now(),
        })),
      )
      .execute()
  }

  return {
    read,
    setOffers,
    /** Changes only the named settings; concurrent changes of different settings are both kept. */
    async change(playerId: string, chosen: Chosen): Promise<Preferences> {
      await db.transaction((tx) => write(tx, playerId, chosen))
      return (await read(playerId)).preferences
    },
    stopOffers: (tx: Tx, playerId: string) => setOffers(tx, playerId, false),
    /** The player's last consent to advertising or its withdrawal, with its time; undefined if never given. */
    offerConsent: (playerId: string, reader: Db = db.kysely) =>
      reader
        .selectFrom('accounts.offer_consent')
        .select(['at', 'given'])
        .where('player_id', '=', playerId)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Every consent to advertising and every withdrawal. */
    offerConsents: (playerId: string) =>
      db.kysely
        .selectFrom('accounts.offer_consent')
        .select(['at', 'given'])
        .where('player_id', '=', playerId)
        .orderBy('at')
        .execute(),
  }
}
