import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Portal } from '../portal/index.ts'

export type FourEyes = ReturnType<typeof openFourEyes>

/** An operator and the one who added, promoted or reset them stay tied for a whole day of any market. */
const tiedForMs = 24 * 3_600_000

/** Whether two operators decide independently of each other. */
export function openFourEyes({ clock, config }: Platform, portal: Portal) {
  /** Operators who added, promoted or reset this one within a day, or were by this one. */
  async function tiedTo(reader: Db, operatorId: string): Promise<string[]> {
    // In the first hour of a sandbox one person acts as everybody.
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
     * Whether one person may go on alone: in a sandbox with fewer than two people who can sign in and manage operators.
     * Nothing there has value, and nobody else could confirm.
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

    /** @throws Refusal `same_operator`, `operators_tied` if the second is not independent of the first */
    async refuseSamePerson(tx: Tx, first: string, second: string) {
      if (first === second) throw new Refusal('same_operator')
      if ((await tiedTo(tx, second)).includes(first)) throw new Refusal('operators_tied')
    },
  }
}
