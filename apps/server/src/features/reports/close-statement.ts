import type { BodyOf } from '@dhow/contract/operation'
import type { closeProviderStatement as contract } from '@dhow/contract/report-statements'
import { sql } from 'kysely'
import { violatedConstraint } from '../../platform/db/errors.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dayIn, markets } from '../portal/index.ts'
import { periodOf } from './days.ts'
import type { ReportParts } from './parts.ts'
import { readProviderStatement } from './provider-statement.ts'
import { amountDueMinor, hashOf, nextFrom, storedCorrections, storedGames } from './statement-content.ts'
import { countPeriod, playedProviders, readClosed, refuseAltered } from './statement-store.ts'

/**
 * Closes a provider's period: stores its current figures under a statement number, with the changes since in earlier
 * statements.
 * @throws Refusal `not_found`, `provider_statement_open`, `provider_statement_days`, `provider_statement_altered`, and as `readProviderStatement`
 */
export async function closeProviderStatement(parts: ReportParts, by: StaffSession, asked: BodyOf<typeof contract>) {
  const { db, clock, id } = parts.platform
  const { market, provider } = asked
  const { timezone } = markets[market]
  const now = clock.now()
  const period = periodOf(asked, timezone, now)
  if (period.to >= dayIn(timezone, now)) throw new Refusal('provider_statement_open')
  if (!(await playedProviders(parts, market)).includes(provider)) throw new Refusal('not_found')
  const closed = await readClosed(db.kysely, market, provider)
  if ((nextFrom(closed) ?? period.from) !== period.from) throw new Refusal('provider_statement_days')
  closed.forEach(refuseAltered)
  const content = await countPeriod(parts, market, provider, period, closed)
  const number = `PS-${market}-${provider}-${String(closed.length + 1).padStart(6, '0')}`
  const correctionMinor = amountDueMinor(content) - content.feeMinor
  const sha256 = hashOf({ ...content, ...period, number, market, provider, closedAt: now })
  await db.transaction(async (tx) => {
    await sql`
      insert into reports.provider_statement
        (id, number, market, provider, from_day, to_day, closed_at, closed_by, games, fees, fee_minor, corrections, correction_minor, sha256)
      values (${id('pst')}, ${number}, ${market}, ${provider}, ${period.from}::date, ${period.to}::date, ${now}, ${by.operatorId},
        ${JSON.stringify(storedGames(content.games))}::jsonb, ${JSON.stringify(content.fees)}::jsonb, ${content.feeMinor},
        ${JSON.stringify(storedCorrections(content.corrections))}::jsonb, ${correctionMinor}, ${sha256})`
      .execute(tx)
      .catch((error: unknown) => {
        // A concurrent call has closed one.
        throw violatedConstraint(error) === undefined ? error : new Refusal('provider_statement_days')
      })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'report.close_statement',
      subject: number,
      text: `Closed the statement of ${provider} in ${market}, ${period.from} to ${period.to}`,
      before: null,
      after: {
        number,
        ...period,
        fee_minor: String(content.feeMinor),
        correction_minor: String(correctionMinor),
        sha256,
      },
    })
  })
  return readProviderStatement(parts, { market, provider, ...period })
}
