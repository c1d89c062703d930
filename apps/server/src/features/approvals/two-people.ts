import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Portal } from '../portal/index.ts'

export type TwoPeople = ReturnType<typeof openTwoPeople>

/** Two operators of whom one made, raised or reset the other stay tied for a whole day of any market. */
const tiedForMs = 24 * 3_600_000

/** Whether two operators are two people who decide independently of each other. */
export function openTwoPeople({ clock, config }: Platform, portal: Portal) {
  /** The operators who made this one, raised or reset them within a day, and those they did it to. */
  async function tiedTo(reader: Db, operatorId: string): Promise<string[]> {
    // One person walks the first hour of a sandbox alone, as everybody in it.
    if (portal.settings().approvals.solo) return []
    const rows = await reader
      .selectFrom('staff.ties')
      .select(['operator_id', 'tied_to'])
      .where('at', '>', new Date(clock.now().getTime() - tiedForMs))
      .where((eb) => eb.or([eb('operator_id', '=', operatorId), eb('tied_to', '=', operatorId)]))
      .execute()
    return rows.map((row) => (row.operator_id === operatorId ? row.tied_to : row.operator_id))
  }

  return {
    tiedTo,

    /**
     * Whether one person may go on alone: in a sandbox that has fewer than two people who may manage operators and can sign in. Nothing is of value there, and no other person
     * could confirm.
     */
    async isAlone(tx: Tx): Promise<boolean> {
      if (config.mode !== 'sandbox' || !portal.settings().approvals.solo) return false
      const { admins } = await tx
        .selectFrom('staff.operator_permission')
        .select((eb) => eb.fn.countAll<bigint>().as('admins'))
        .where('permission', '=', 'staff.manage')
        .where('active', '=', true)
        .where('has_authenticator', '=', true)
        .executeTakeFirstOrThrow()
      return admins < 2n
    },

    /** @throws Refusal `same_operator`, `operators_tied` where the second is not independent of the first */
    async refuseSamePerson(tx: Tx, first: string, second: string) {
      if (first === second) throw new Refusal('same_operator')
      if ((await tiedTo(tx, second)).includes(first)) throw new Refusal('operators_tied')
    },
  }
}
