import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    play_block: {
      player_id: string
      kind: 'time_out' | 'self_exclusion' | 'operator'
      from_at: Date
      until_at: Date | null
      reason: string
    }
  }
}

export type Limits = ReturnType<typeof openLimits>

/** Playing safely: who may not stake now. The gateway's statement reads the same table for every bet, whoever the provider is. */
export function openLimits({ db, clock }: Platform) {
  return {
    /** Whether stakes and deposits are blocked now; withdrawals never are. */
    async isBlocked(playerId: string, reader: Db = db.kysely): Promise<boolean> {
      const now = clock.now()
      const row = await reader
        .selectFrom('play_block')
        .select('kind')
        .where('player_id', '=', playerId)
        .where('from_at', '<=', now)
        .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', now)]))
        .executeTakeFirst()
      return row !== undefined
    },

    /** Blocks stakes at once, until `until` or until it is lifted. */
    async block(
      tx: Tx,
      playerId: string,
      kind: 'time_out' | 'self_exclusion' | 'operator',
      until: Date | null,
      reason: string,
    ) {
      await tx
        .insertInto('play_block')
        .values({ player_id: playerId, kind, from_at: clock.now(), until_at: until, reason })
        .execute()
    },
  }
}
