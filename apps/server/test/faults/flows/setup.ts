import '../../../src/platform/http/tables.ts'
import '../../../src/features/staff/tables.ts'
import '../../../src/features/statements/tables.ts'
import '../../../src/features/payments/tables.ts'
import '../../../src/features/rewards/tables.ts'
import '../../../src/features/messages/tables.ts'
import '../../../src/features/sms/tables.ts'
import type { Sandbox } from '../../sandbox.ts'
import type { World } from '../../world.ts'

/** Environment of the flows: their preparation and actors. */
export interface Setup {
  world: World
  sandbox: Sandbox
  cashier: Awaited<ReturnType<World['operator']>>
  manager: Awaited<ReturnType<World['operator']>>
  /** Confirms the manager's proposals. */
  second: Awaited<ReturnType<World['operator']>>
}
/** A subject with its player. */
export type Acting = { playerId: string; player: Awaited<ReturnType<World['player']>> }
export type Headers = Record<string, string>

export const depositPath = '/player/deposit-namibia/manual-deposit/send-deposit-request'

/** A player's payments at outside services, and the number of the player's postings. */
export async function paymentsOf({ world }: Setup, { playerId }: { playerId: string }) {
  const { kysely } = world.db
  const rows = await kysely
    .selectFrom('payments.service_payment')
    .selectAll()
    .where('player_id', '=', playerId)
    .execute()
  const postings = await kysely.selectFrom('ledger.posting').select('key').where('player_id', '=', playerId).execute()
  return { states: rows.map((row) => row.state), postings: postings.length }
}

/** Records of a payment besides the balances: all are changed in one transaction, or none. */
export async function recordOf({ world }: Setup, kind: 'deposit' | 'withdrawal', id: string) {
  const { kysely } = world.db
  const table = kind === 'deposit' ? 'deposits.deposit' : 'withdrawals.withdrawal'
  const { state } = await kysely.selectFrom(table).select('state').where('id', '=', id).executeTakeFirstOrThrow()
  const steps =
    kind === 'deposit'
      ? await kysely.selectFrom('deposits.step').select('state').where('deposit_id', '=', id).orderBy('id').execute()
      : await kysely
          .selectFrom('withdrawals.step')
          .select('state')
          .where('withdrawal_id', '=', id)
          .orderBy('id')
          .execute()
  const audit = await kysely
    .selectFrom('staff.audit_entry')
    .select('action')
    .where('subject', '=', id)
    .orderBy('id')
    .execute()
  const postings = await kysely
    .selectFrom('ledger.posting')
    .select('key')
    .where((eb) => eb.or([eb('key', '=', `${kind}:${id}`), eb('key', 'like', `${kind}:${id}:%`)]))
    .execute()
  return {
    state,
    steps: steps.map((step) => step.state),
    audit: audit.map((entry) => entry.action),
    postings: postings.length,
  }
}

/** Messages written to the player about a payment, and those still to be sent as text messages. */
export async function messagesAbout({ world }: Setup, id: string) {
  const { kysely } = world.db
  const rows = await kysely
    .selectFrom('messages.player_message')
    .select('kind')
    .where('about_id', '=', id)
    .orderBy('id')
    .execute()
  const texts = await kysely
    .selectFrom('sms.outbox')
    .innerJoin('messages.player_message', 'messages.player_message.id', 'sms.outbox.message_id')
    .select('messages.player_message.kind')
    .where('messages.player_message.about_id', '=', id)
    .execute()
  return { messages: rows.map((row) => row.kind), texts: texts.map((row) => row.kind) }
}
