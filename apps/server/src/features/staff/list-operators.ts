import type { Permission } from '@dhow/contract/permissions'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { roleName } from './role-store.ts'

/** Operators by name, each with changes that wait for a second person. */
export const listOperators = ({ db, clock }: Platform) =>
  db.kysely
    .selectFrom('staff.operator')
    .leftJoin('staff.operator_reset as reset', (join) =>
      join
        .onRef('reset.operator_id', '=', 'staff.operator.id')
        .on('reset.ended_at', 'is', null)
        .on('reset.until', '>', clock.now()),
    )
    .leftJoin('staff.operator as asker', 'asker.id', 'reset.asked_by')
    .select(['staff.operator.id', 'staff.operator.name', 'staff.operator.role', 'staff.operator.active'])
    .select(['staff.operator.created_at', 'staff.operator.last_seen_at', 'staff.operator.seat_ends_at'])
    .select(roleName.as('role_name'))
    .select(['asker.name as asked_by', 'reset.asked_at', 'reset.until', 'reset.reason'])
    .orderBy('staff.operator.name')
    .execute()

/** Active operators with a permission, by name. */
export const listWith = (db: Db, permission: Permission): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('staff.operator_permission as held')
    .innerJoin('staff.operator_card as card', 'card.id', 'held.operator_id')
    .select(['card.id', 'card.name'])
    .where('held.permission', '=', permission)
    .where('held.active', '=', true)
    .orderBy('card.name')
    .execute()

/** Operator by name, ignoring case. */
export const findByName = (tx: Tx, name: string) =>
  tx
    .selectFrom('staff.operator')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
