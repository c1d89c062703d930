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

/** How a player wants the portal, on every device. */
export function openPreferences({ db, clock }: Platform) {
  return {
    async read(playerId: string, reader: Db = db.kysely): Promise<{ preferences: Preferences; chosen: string[] }> {
      const row = await reader
        .selectFrom('accounts.player_preference')
        .select('chosen')
        .where('player_id', '=', playerId)
        .executeTakeFirst()
      const chosen = row?.chosen ?? {}
      return { preferences: { ...defaults, ...chosen }, chosen: Object.keys(chosen) }
    },

    /** Changes what is named; two devices that change different things at once both have their way. */
    async change(playerId: string, chosen: Chosen): Promise<Preferences> {
      await db.transaction((tx) => write(tx, playerId, chosen))
      return (await this.read(playerId)).preferences
    },

    /** Switches offers off, in the transaction of what asks for it. */
    async stopOffers(tx: Tx, playerId: string): Promise<void> {
      const { preferences } = await this.read(playerId, tx)
      await write(tx, playerId, { notifications: { ...preferences.notifications, offers: false } })
    },
  }

  async function write(tx: Tx, playerId: string, chosen: Chosen) {
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
}
