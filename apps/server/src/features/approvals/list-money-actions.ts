import { keysOf } from '@dhow/contract/keys-of'
import { isOneOf } from '@dhow/contract/records'
import { sql } from 'kysely'
import { required } from '../../platform/required.ts'
import { formatDecimal } from '@dhow/contract/money'
import { moneyActions } from '@dhow/contract/money-actions'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Platform } from '../../platform/platform.ts'
import { pageOf } from '../../platform/pages.ts'
import { markets } from '../portal/index.ts'
import { dayOf } from './store.ts'

const page = 50
const actions = keysOf(moneyActions)

export interface MoneyActionQuery {
  operator?: string | undefined
  player?: string | undefined
  action?: string | undefined
  cursor?: string | undefined
}

/** Today's actions, by each market’s own day, without evidence from outside the console; newest first. */
export function openMoneyActionList({ db, clock }: Platform) {
  return async ({ operator, player, action, cursor }: MoneyActionQuery) => {
    const now = clock.now()
    let query = db.kysely
      .selectFrom('approvals.money_action as done')
      .innerJoin('staff.operator_card', 'staff.operator_card.id', 'done.operator_id')
      .leftJoin('staff.operator_card as first', 'first.id', 'done.first_operator')
      .leftJoin('accounts.player_card', 'accounts.player_card.id', 'done.player_id')
      .selectAll('done')
      .select(['staff.operator_card.name as operator', 'first.name as first', 'accounts.player_card.player_name'])
      .where('done.stage', '=', 'done')
      .where('done.evidence', 'is', null)
      .where((eb) =>
        eb.or(
          (['NA', 'IN'] as const).map((market) =>
            eb.and([
              eb('done.currency', '=', markets[market].currency),
              eb('done.day', '=', sql<Date>`${dayOf(now, market)}::date`),
            ]),
          ),
        ),
      )
      .orderBy('done.id', 'desc')
      .limit(page + 1)
    if (operator) {
      const name = operator.toLowerCase()
      query = query.where((eb) =>
        eb.or([
          eb(eb.fn('lower', ['staff.operator_card.name']), '=', name),
          eb(eb.fn('lower', ['first.name']), '=', name),
        ]),
      )
    }
    if (player)
      query = query.where((eb) =>
        eb.or([eb('done.player_id', '=', player), eb('accounts.player_card.player_name', '=', player)]),
      )
    if (action) query = query.where((eb) => (isOneOf(actions, action) ? eb('done.action', '=', action) : eb.lit(false)))
    if (cursor) query = query.where('done.id', '<', cursor)
    const { rows, nextCursor } = pageOf(await query.execute(), page)
    return {
      actions: rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        action: row.action,
        title: operatorText('money_action', { action: row.action }),
        subject: row.subject,
        player:
          row.player_id === null
            ? null
            : { id: row.player_id, player_name: required(row.player_name, 'player of the action') },
        amount: formatDecimal(row.amount_minor),
        currency: row.currency,
        operators: row.first === null ? [row.operator] : [row.first, row.operator],
      })),
      next_cursor: nextCursor,
    }
  }
}
