import { sql } from 'kysely'
import { tokenHash } from '../../platform/secrets.ts'
import type { StaffParts } from './parts.ts'
import { roleName } from './role-store.ts'

export const deviceKey = (deviceId: string) => tokenHash(deviceId).toString('hex')

/** True if the operator of the surrounding statement signed in with this browser before. */
const isKnownDevice = (deviceId: string | undefined) =>
  sql<boolean>`exists (select from staff.operator_device where operator_device.operator_id = operator.id
    and operator_device.device_hash = ${tokenHash(deviceId ?? '')})`

export function findForSignIn({ platform: { db } }: StaffParts, name: string, deviceId: string | undefined) {
  return db.kysely
    .selectFrom('staff.operator')
    .selectAll('staff.operator')
    .select(isKnownDevice(deviceId).as('is_known'))
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst()
}

export function findTicket({ platform: { db, clock } }: StaffParts, ticket: string, deviceId: string | undefined) {
  return db.kysely
    .selectFrom('staff.operator_ticket as ticket')
    .innerJoin('staff.operator', 'staff.operator.id', 'ticket.operator_id')
    .selectAll('staff.operator')
    .select(['ticket.enrol', isKnownDevice(deviceId).as('is_known'), roleName.as('role_name')])
    .where('ticket.ticket_hash', '=', tokenHash(ticket))
    .where('ticket.expires_at', '>', clock.now())
    .executeTakeFirst()
}
