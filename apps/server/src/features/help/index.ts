import { messagesWaitingAtMost, type HelpCase, type StaffHelpCase } from '@dhow/contract/help'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { repeatable } from '../../platform/http/repeatable.ts'
import { pageOf } from '../../platform/pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Deposits } from '../deposits/index.ts'
import type { Payments } from '../payments/index.ts'
import type { Staff } from '../staff/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'
import { addMessage, findCase, findCaseOf, findMessages, holdCase, setState } from './store.ts'
import type { HelpCaseRow, HelpMessageRow } from './tables.ts'

export interface HelpParts {
  platform: Platform
  accounts: Accounts
  staff: Staff
  deposits: Deposits
  payments: Payments
  withdrawals: Withdrawals
}

export type Help = ReturnType<typeof openHelp>

const queuePage = 50

/** Players' questions about their payments, whichever way the money went, and their answers. */
export function openHelp({ platform, accounts, staff, deposits, payments, withdrawals }: HelpParts) {
  const { db, clock, id, live } = platform

  async function depositOf(id: string) {
    if (id.startsWith('pay_')) {
      const row = await payments.find(id)
      return row && { playerId: row.player_id, reply: payments.reader.reply(row) }
    }
    const row = await deposits.find(id)
    return row && { playerId: row.player_id, reply: deposits.reader.reply(row) }
  }

  /** Kind and player of a payment; undefined if there is none with this id. */
  async function paymentOf(paymentId: string): Promise<(StaffHelpCase['payment'] & { playerId: string }) | undefined> {
    if (paymentId.startsWith('wd_')) {
      const row = await withdrawals.find(paymentId)
      if (!row) return undefined
      const { account, amount, currency, status } = await withdrawals.reader.reply(row)
      const method = `${account.label} ${account.number}`
      return { playerId: row.player_id, kind: 'withdrawal', method, amount, currency, status }
    }
    const found = await depositOf(paymentId)
    if (!found) return undefined
    const { playerId, reply } = found
    return {
      playerId,
      kind: 'deposit',
      method: reply.method,
      amount: reply.credited_amount ?? reply.declared_amount,
      currency: reply.currency,
      status: reply.status,
    }
  }

  async function refuseForeign(paymentId: string, playerId: string) {
    if ((await paymentOf(paymentId))?.playerId !== playerId) throw new Refusal('not_found')
  }

  const replyOf = (row: HelpCaseRow, messages: HelpMessageRow[]): HelpCase => ({
    id: row.id,
    payment_id: row.payment_id,
    state: row.state,
    opened_at: row.opened_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    messages: messages
      .filter((message) => message.case_id === row.id)
      .map((message) => ({
        from: message.operator_id === null ? 'player' : 'staff',
        text: message.text,
        at: message.at.toISOString(),
      })),
  })

  async function staffReplies(rows: HelpCaseRow[]): Promise<StaffHelpCase[]> {
    const messages = await findMessages(
      db.kysely,
      rows.map((row) => row.id),
    )
    const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
    const nowMs = clock.now().getTime()
    const replies: StaffHelpCase[] = []
    for (const row of rows) {
      const player = (await accounts.findPlayer(row.player_id))!
      const { playerId: _, ...payment } = (await paymentOf(row.payment_id))!
      const own = messages.filter((message) => message.case_id === row.id)
      const since = row.waiting_since ?? row.updated_at
      replies.push({
        ...replyOf(row, own),
        player: { id: player.id, player_name: player.player_name, mobile: player.mobile, market: player.market },
        payment,
        age_s: Math.max(0, Math.floor((nowMs - since.getTime()) / 1_000)),
        messages: replyOf(row, own).messages.map((message, place) => ({
          ...message,
          operator: operators.find((operator) => operator.id === own[place]!.operator_id)?.name ?? null,
        })),
      })
    }
    return replies
  }

  /** Changes a case as an operator, with its trail. @throws Refusal `not_found` */
  const act = (caseId: string, by: StaffSession, work: (tx: Tx, row: HelpCaseRow, now: Date) => Promise<HelpCaseRow>) =>
    db
      .transaction(async (tx) => {
        const row = await holdCase(tx, caseId)
        if (!row) throw new Refusal('not_found')
        const changed = await work(tx, row, clock.now())
        await staff.audit(tx, {
          operatorId: by.operatorId,
          action: changed.state === 'closed' ? 'help.close' : 'help.answer',
          subject: row.payment_id,
          text: changed.state === 'closed' ? `Closed the case ${caseId}` : `Answered the case ${caseId}`,
          before: { state: row.state },
          after: { state: changed.state },
        })
        return changed
      })
      .then(async (row) => (await staffReplies([row]))[0]!)

  return {
    /** Questions about a player's own payment. @throws Refusal `not_found` */
    async about(paymentId: string, playerId: string): Promise<HelpCase | null> {
      await refuseForeign(paymentId, playerId)
      const row = await findCaseOf(db.kysely, paymentId)
      return row ? replyOf(row, await findMessages(db.kysely, [row.id])) : null
    },

    /** Opens the case of a payment or writes on in it. @throws Refusal `not_found`, `help_waiting`, `key_changed` */
    async ask(paymentId: string, playerId: string, text: string, key: string | undefined): Promise<HelpCase> {
      await refuseForeign(paymentId, playerId)
      await db.transaction((tx) =>
        repeatable(tx, { operation: 'askForHelp', playerId, key, content: [paymentId, text] }, async () => {
          const now = clock.now()
          const made = { id: id('hlp'), player_id: playerId, payment_id: paymentId, state: 'waiting' } as const
          await tx
            .insertInto('help.help_case')
            .values({ ...made, opened_at: now, updated_at: now, waiting_since: now })
            .onConflict((conflict) => conflict.column('payment_id').doNothing())
            .execute()
          const found = (await findCaseOf(tx, paymentId))!
          const row = (await holdCase(tx, found.id))!
          const messages = await findMessages(tx, [row.id])
          const lastAnswer = messages.findLastIndex((message) => message.operator_id !== null)
          if (messages.length - 1 - lastAnswer >= messagesWaitingAtMost) throw new Refusal('help_waiting')
          await addMessage(tx, id, { caseId: row.id, at: now, operatorId: null, text })
          await setState(tx, row, 'waiting', now)
          return {}
        }),
      )
      return (await this.about(paymentId, playerId))!
    },

    /** The cases of a state, with how many there are of each. */
    async queue(query: {
      state?: HelpCaseRow['state'] | undefined
      q?: string | undefined
      cursor?: string | undefined
    }) {
      const counted = await db.kysely
        .selectFrom('help.help_case')
        .select((eb) => ['state', eb.fn.countAll<bigint>().as('count')])
        .where('state', 'in', ['waiting', 'answered'])
        .groupBy('state')
        .execute()
      const state = query.state ?? 'waiting'
      let listed = db.kysely
        .selectFrom('help.help_case')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'help.help_case.player_id')
        .selectAll('help.help_case')
      if (query.q) {
        const like = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
        listed = listed.where((eb) =>
          eb.or([
            eb('accounts.player_card.player_name', 'ilike', like),
            eb('accounts.player_card.mobile', 'like', like),
            eb('help.help_case.id', '=', query.q!),
            eb('help.help_case.payment_id', '=', query.q!),
          ]),
        )
      } else {
        listed = listed.where('help.help_case.state', '=', state)
      }
      // A case that is opened again keeps its id, so its place among those that wait is near enough to its age.
      const oldestFirst = !query.q && state === 'waiting'
      if (query.cursor) listed = listed.where('help.help_case.id', oldestFirst ? '>' : '<', query.cursor)
      const { rows, nextCursor } = pageOf(
        await listed
          .orderBy('help.help_case.id', oldestFirst ? 'asc' : 'desc')
          .limit(queuePage + 1)
          .execute(),
        queuePage,
      )
      return {
        cases: await staffReplies(rows),
        next_cursor: nextCursor,
        counts: Object.fromEntries(counted.map((row) => [row.state, Number(row.count)])),
      }
    },

    /** @throws Refusal `not_found` */
    async read(caseId: string): Promise<StaffHelpCase> {
      const row = await findCase(db.kysely, caseId)
      if (!row) throw new Refusal('not_found')
      return (await staffReplies([row]))[0]!
    },

    answer: (caseId: string, by: StaffSession, { text, close }: { text: string; close: boolean }) =>
      act(caseId, by, async (tx, row, now) => {
        await addMessage(tx, id, { caseId, at: now, operatorId: by.operatorId, text })
        afterCommit(tx, () => live.publish(row.player_id, { type: 'notice', text: textOf('help_answered', {}) }))
        return setState(tx, row, close ? 'closed' : 'answered', now)
      }),

    close: (caseId: string, by: StaffSession) => act(caseId, by, (tx, row, now) => setState(tx, row, 'closed', now)),

    /** How many players wait for an answer. */
    async waiting(): Promise<number> {
      const { count } = await db.kysely
        .selectFrom('help.help_case')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}
