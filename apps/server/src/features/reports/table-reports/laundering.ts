import { launderingSigns } from '@dhow/contract/report-tables-risk'
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { chosenOf, readReviewing, reviewCells } from './reviews.ts'
import {
  pageOfRanked,
  rank,
  readReached,
  readRules,
  readSums,
  ruleCells,
  sentBetween,
  type Rules,
} from './player-rules.ts'
import { count, idsOf, money, spanOf, type Cells, type Listed, type Page, type Reading, type Scope } from './reading.ts'

/** A payer text shared by more players is the bank’s own. */
const maxPlayersPerPayer = 5
/** An attribute shared by more players does not form a ring. */
const maxPlayersPerRing = 10

const ofDays = (rules: Rules, code: string) => rules.get(code)?.days ?? 1
const thresholdOf = (rules: Rules, code: string) => String(rules.get(code)?.threshold ?? 0n)

/** Highest sum of deposits in a window of days that ends in the period. */
const linked = ({ market, from, to }: Scope, code: string, days: number) => sql`
  select player_id, ${code} as code, max(together)::bigint as value from (
    select player_id, day, sum(deposit_minor) over (partition by player_id order by day::timestamp range between ${`${days - 1} days`}::interval preceding and current row) as together
    from reports.player_day where market = ${market} and not is_test and deposits > 0 and day between ${from}::date - ${days}::int and ${to}::date
  ) known where day >= ${from}::date group by player_id`

/** Most deposits within 10 % below the daily limit, in a window of days that ends in the period. */
const structuring = ({ market, from, to }: Scope, rules: Rules) => {
  const days = ofDays(rules, 'structuring')
  const sum = thresholdOf(rules, 'linked_day')
  const ids = { market, from: addDays(from, -days), to }
  const [deposits, services] = [idsOf('dep', ids), idsOf('pay', ids)]
  return sql`
    select player_id, 'structuring' as code, max(together) as value from (
      select paid.player_id, paid.day, count(*) over (partition by paid.player_id order by paid.day::timestamp range between ${`${days - 1} days`}::interval preceding and current row) as together
      from (
        select known.player_id, known.day, payment.credited_minor from reports.payment_time known
        join (
          select id, credited_minor from deposits.deposits where id >= ${deposits.since} and id < ${deposits.until}
          union all
          select id, credited_minor from payments.service_payments where id >= ${services.since} and id < ${services.until}
        ) payment on payment.id = known.id
        where known.market = ${market} and known.credited_at is not null and known.day between ${from}::date - ${days}::int and ${to}::date
      ) paid
      where paid.credited_minor < ${sum}::bigint and paid.credited_minor * 10 >= ${sum}::bigint * 9
    ) near where day >= ${from}::date group by player_id`
}

/** Deposits in a window up to the end that were withdrawn with little play. */
const inAndOut = ({ market, to }: Scope, rules: Rules) => {
  const from = sql`${addDays(to, 1 - ofDays(rules, 'in_out'))}::date`
  return sql`
    select player_id, 'in_out' as code, deposits as value from (
      select player_id, sum(deposit_minor)::bigint as deposits, sum(settled_minor)::bigint as turnover
      from reports.player_day where market = ${market} and not is_test and day between ${from} and ${to}::date group by player_id
    ) known
    where deposits >= ${thresholdOf(rules, 'in_out')}::bigint and turnover < deposits
      and ${sentBetween(sql`known.player_id`, from, sql`${to}::date`)} * 10 >= deposits * 8`
}

/** Deposits on a day when a known player returned after a long absence. */
const dormant = ({ market, from, to }: Scope, rules: Rules) => sql`
  select known.player_id, 'dormant' as code, max(known.deposit_minor) as value from reports.player_day known
  where market = ${market} and not is_test and day between ${from}::date and ${to}::date and deposit_minor >= ${thresholdOf(rules, 'dormant')}::bigint
    and (select max(earlier.day) from reports.player_day earlier where earlier.player_id = known.player_id and earlier.day < known.day)
      < known.day - ${ofDays(rules, 'dormant')}::int
  group by 1`

/** Payers of bank lines: number per player, and number of players per payer. */
const payers = (scope: Scope, rules: Rules) => {
  const { ends } = spanOf(scope)
  const since = (code: string) => spanOf({ ...scope, from: addDays(scope.to, 1 - ofDays(rules, code)) }).begins
  return sql`
    select player_id, 'payers' as code, count(distinct payer) as value from statements.payers
    where imported_at >= ${since('payers')} and imported_at < ${ends} group by 1
    union all
    select payer.player_id, 'shared_payer', max(shared.players) from (
      select payer, count(distinct player_id) as players from statements.payers
      where imported_at >= ${since('shared_payer')} and imported_at < ${ends} group by 1 having count(distinct player_id) between 2 and ${maxPlayersPerPayer}::int
    ) shared join statements.payers payer on payer.payer = shared.payer group by 1`
}

/** Players with a payment in the period. */
const paying = ({ market, from, to }: Scope) => sql`
  select distinct player_id from (
    select player_id from reports.player_day where market = ${market} and not is_test and deposits > 0 and day between ${from}::date and ${to}::date
    union all
    select withdrawal.player_id from withdrawals.withdrawals withdrawal
    where withdrawal.id >= ${idsOf('wd', { market, from, to }).since} and withdrawal.id < ${idsOf('wd', { market, from, to }).until}
  ) payer`

const sharedAccounts = (scope: Scope) => sql`
  select player_id, 'shared_account' as code, max(players) as value from (
    select own.player_id, (select count(distinct other.player_id) from withdrawals.payees other where other.number_mac = own.number_mac and other.kind = own.kind) as players
    from withdrawals.payees own where own.player_id in (${paying(scope)})
  ) account group by 1`

const otherNames = (scope: Scope) => {
  const { begins, ends } = spanOf(scope)
  const [deposits, withdrawals] = [idsOf('dep', scope), idsOf('wd', scope)]
  return sql`
    select player_id, 'name_differs' as code, count(*) as value from (
      select deposit.player_id from deposits.warnings warning join deposits.deposits deposit on deposit.id = warning.deposit_id
      where warning.code = 'name_differs' and warning.deposit_id >= ${deposits.since} and warning.deposit_id < ${deposits.until}
        and deposit.submitted_at >= ${begins} and deposit.submitted_at < ${ends}
      union all
      select player_id from withdrawals.warnings
      where code = 'name_differs' and withdrawal_id >= ${withdrawals.since} and withdrawal_id < ${withdrawals.until} and requested_at >= ${begins} and requested_at < ${ends}
    ) warned group by 1`
}

/** Withdrawals of players without any deposit from a bank or wallet that an operator saw. */
const otherWays = (scope: Scope, rules: Rules) => {
  const { begins, ends } = spanOf(scope)
  const ids = idsOf('wd', scope)
  return sql`
    select withdrawal.player_id, 'method_differs' as code, sum(withdrawal.amount_minor)::bigint as value from withdrawals.withdrawals withdrawal
    where id >= ${ids.since} and id < ${ids.until} and requested_at >= ${begins} and requested_at < ${ends} and state in ('sent', 'paid')
      and (
        select bool_and(known.id not like 'dep\\_%') from reports.payment_time known
        where known.player_id = withdrawal.player_id and known.credited_at is not null and known.day > ${scope.to}::date - ${ofDays(rules, 'method_differs')}::int
      )
    group by 1`
}

/** Players and their shared attributes with one who had a payment in the period. */
const bonds = (scope: Scope): RawBuilder<Bond> => sql<Bond>`
  with paying as materialized (${paying(scope)}), bond as (
    select distinct theirs.player_id, 'account ' || theirs.kind || encode(theirs.number_mac, 'hex') as thing
    from (select distinct kind, number_mac from withdrawals.payees join paying using (player_id)) own
    join withdrawals.payees theirs on theirs.number_mac = own.number_mac and theirs.kind = own.kind
    union all
    select distinct theirs.player_id, 'payer ' || theirs.payer
    from (select distinct payer from statements.payers join paying using (player_id)) own join statements.payers theirs on theirs.payer = own.payer
    union all
    select distinct theirs.player_id, 'document ' || theirs.document || theirs.number_end || theirs.expires_on
    from (select distinct document, number_end, expires_on from accounts.documents join paying using (player_id)) own
    join accounts.documents theirs on theirs.expires_on = own.expires_on and theirs.document = own.document and theirs.number_end = own.number_end
    union all
    select distinct theirs.player_id, 'device ' || theirs.device_id
    from (select distinct device_id from accounts.sessions join paying using (player_id)) own join accounts.sessions theirs on theirs.device_id = own.device_id
  )
  select player_id, thing from (select bond.*, count(*) over (partition by thing) as players from bond) bond where players between 2 and ${maxPlayersPerRing}::int`

interface Bond {
  player_id: string
  thing: string
}

/** Size of each player's connected group, by player id. */
function ringsOf(rows: readonly Bond[]): Map<string, number> {
  const parents = new Map<string, string>()
  const rootOf = (one: string): string => {
    let root = one
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent
    parents.set(one, root)
    return root
  }
  for (const { player_id: player, thing } of rows) parents.set(rootOf(player), rootOf(thing))
  const players = [...new Set(rows.map((row) => row.player_id))]
  const sizes = new Map<string, number>()
  for (const player of players) sizes.set(rootOf(player), (sizes.get(rootOf(player)) ?? 0) + 1)
  return new Map(players.map((player) => [player, sizes.get(rootOf(player)) ?? 1]))
}

/** Signs that players of the market have in a period, by the rules of now or by others. */
export async function readSigns(parts: ReportParts, scope: Scope, tried?: Rules) {
  const { db } = parts.platform
  const rules = tried ?? (await readRules(db.kysely, 'laundering', scope.market))
  const { rows: bound } = await bonds(scope).execute(db.kysely)
  const rings = [...ringsOf(bound)].filter(([, size]) => BigInt(size) >= (rules.get('ring')?.threshold ?? 3n))
  const found = sql`
      ${linked(scope, 'linked_day', ofDays(rules, 'linked_day'))}
      union all ${linked(scope, 'linked_week', ofDays(rules, 'linked_week'))}
      union all ${structuring(scope, rules)}
      union all ${inAndOut(scope, rules)}
      union all ${dormant(scope, rules)}
      union all ${payers(scope, rules)}
      union all ${sharedAccounts(scope)}
      union all ${otherNames(scope)}
      union all ${otherWays(scope, rules)}
      union all select player_id, 'ring', size from unnest(${rings.map(([id]) => id)}::text[], ${rings.map(([, size]) => size)}::bigint[]) as ring (player_id, size)`
  const { rows } = await readReached(parts, found, rules, scope)
  return { rules, values: rows, flagged: rank(rows, rules) }
}

/** The same with the last reviews of these players. */
async function readReviewed(parts: ReportParts, scope: Scope) {
  const signs = await readSigns(parts, scope)
  return { ...signs, ...(await readReviewing(parts, 'laundering', signs.flagged)) }
}

type Signs = Awaited<ReturnType<typeof readReviewed>>

async function figuresOf(parts: ReportParts, scope: Scope, { values, flagged, reviews }: Signs): Promise<Cells> {
  const sums = await readSums(
    parts,
    flagged.map(({ id }) => id),
    scope,
  )
  const sum = (of: 'deposits' | 'withdrawals') => [...sums.values()].reduce((total, row) => total + row[of], 0n)
  return {
    ...{ players: count(flagged.length), open: count(flagged.length - reviews.size), signs: count(values.length) },
    ...{ deposits: money(sum('deposits')), withdrawals: money(sum('withdrawals')) },
  }
}

async function listFlagged(parts: ReportParts, scope: Scope, signs: Signs, page: Page): Promise<Listed> {
  const { shown, next } = pageOfRanked(chosenOf(scope, signs), page)
  const known = await readSums(
    parts,
    shown.map(({ id }) => id),
    scope,
  )
  return {
    next,
    rows: shown.map(({ id, codes, points }) => {
      const sums = known.get(id)
      return {
        ...{ player: id, name: sums?.player_name ?? null, points: count(points), signs: codes.join(' ') },
        ...{ deposits: money(sums?.deposits ?? 0n), withdrawals: money(sums?.withdrawals ?? 0n) },
        turnover: money(sums?.turnover ?? 0n),
        ...reviewCells(signs.reviews.get(id), signs.assigned.get(id)),
      }
    }),
  }
}

/** Signs of money laundering from daily sums, payments and links between players. */
export const laundering: Reading = {
  figures: async (parts, scope) => figuresOf(parts, scope, await readReviewed(parts, scope)),
  async whole(parts, scope, size) {
    const signs = await readReviewed(parts, scope)
    return {
      figures: await figuresOf(parts, scope, signs),
      tables: { rules: ruleCells(launderingSigns, signs.rules, signs.values) },
      lists: { players: await listFlagged(parts, scope, signs, { behind: null, size }) },
    }
  },
  pages: {
    players: async (parts, scope, page) => listFlagged(parts, scope, await readReviewed(parts, scope), page),
  },
}
