import { keysOf } from '@dhow/contract/keys-of'
import type { ReplyOf } from '@dhow/contract/operation'
import type { overviewQueues, staffOverview, waitingForMe } from '@dhow/contract/overview'
import type { Market } from '@dhow/contract/shapes'
import type { Permission } from '@dhow/contract/permissions'
import type { StaffSession } from '../../platform/http/call.ts'
import { sumActivity, type Activity } from '../../platform/programs.ts'
import type { Waiting } from '../../platform/waiting.ts'
import type { OverviewParts } from './parts.ts'

type Overview = Omit<ReplyOf<typeof staffOverview>, 'status'>
type Queue = (typeof overviewQueues)[number]
type Mine = (typeof waitingForMe)[number]

/** Source of each queue, and the permission to see it. */
const queues: Record<Queue, { needs: Permission; read: (parts: OverviewParts) => Promise<Waiting> }> = {
  deposits: { needs: 'deposits.see', read: ({ deposits }) => deposits.waiting() },
  withdrawals: { needs: 'withdrawals.see', read: ({ withdrawals }) => withdrawals.waiting() },
  cases: { needs: 'cases.see', read: ({ payments }) => payments.reader.casesWaiting() },
  help: { needs: 'help.see', read: ({ help }) => help.waiting() },
  statements: { needs: 'statements.see', read: ({ statements }) => statements.waiting() },
  batches: { needs: 'withdrawals.see', read: ({ withdrawals }) => withdrawals.batches.waiting() },
  reward_checks: { needs: 'rewards.see', read: ({ rewards }) => rewards.checks.waiting() },
  held_wins: { needs: 'games.see', read: ({ gateway }) => gateway.heldWins.queue() },
}

/** The day at a glance; parts without the operator's permission are not read. */
export async function readOverview(parts: OverviewParts, by: StaffSession, market: Market): Promise<Overview> {
  const may = (permission: Permission) => by.permissions.has(permission)
  const [alarms, waiting, mine, busy, today] = await Promise.all([
    may('health.see') ? readAlarms(parts) : null,
    waitingQueues(parts, by),
    readMine(parts, by),
    sumActivity(parts.platform, { id: parts.platform.processId, ...readOwnActivity(parts) }),
    may('reports.see') ? readToday(parts, market) : null,
  ])
  return {
    at: parts.platform.clock.now().toISOString(),
    alarms,
    queues: waiting,
    mine,
    players_online: may('players.see') ? busy.players : null,
    bets: may('games.see')
      ? { last_minute: busy.bets_last_minute, per_minute_of_ten: Math.floor(busy.bets_last_ten / 10) }
      : null,
    servers: busy.servers,
    today,
  }
}

const readToday = async ({ reports }: OverviewParts, market: Market) => ({
  report: await reports.read({ market }),
  ...(await reports.sameTime(market)),
})

const readAlarms = async ({ alarms }: OverviewParts) =>
  (await alarms.listOpen()).map(({ id, text, since }) => ({ id, text, since }))

const toReply = ({ count, oldest }: Waiting) => ({ count, oldest: oldest?.toISOString() ?? null })

/** Queues that an operator may see. */
export async function waitingQueues(
  parts: OverviewParts,
  by: Pick<StaffSession, 'permissions'>,
): Promise<Overview['queues']> {
  const seen = keysOf(queues).filter((queue) => by.permissions.has(queues[queue].needs))
  return Promise.all(seen.map(async (queue) => ({ queue, ...toReply(await queues[queue].read(parts)) })))
}

/** Reads the operator's own work; kinds that their role does not decide are omitted. */
async function readMine(parts: OverviewParts, by: StaffSession): Promise<Overview['mine']> {
  const { approvals, deposits, withdrawals, statements, payments, help } = parts
  const notAfter = await approvals.notAfter(by.operatorId)
  const found: { kind: Mine; waiting: Waiting }[] = []
  if (by.permissions.has('deposits.review')) {
    const { claimed, second } = await deposits.waitingFor(by.operatorId, notAfter)
    found.push({ kind: 'claimed_deposits', waiting: claimed }, { kind: 'second_deposits', waiting: second })
  }
  if (by.permissions.has('withdrawals.review'))
    found.push({ kind: 'second_withdrawals', waiting: await withdrawals.waitingForSecond(notAfter) })
  if (by.permissions.has('statements.decide'))
    found.push({ kind: 'second_lines', waiting: await statements.waitingForSecond(notAfter) })
  if (by.permissions.has('changes.see'))
    found.push({ kind: 'changes', waiting: await approvals.changes.waitingForMe(by) })
  if (by.permissions.has('cases.settle'))
    found.push({ kind: 'assigned_cases', waiting: await payments.reader.casesOf(by.operatorId) })
  if (by.permissions.has('help.see')) {
    const { questions, complaints } = await help.assignedTo(by.operatorId)
    found.push({ kind: 'assigned_help', waiting: questions }, { kind: 'assigned_complaints', waiting: complaints })
  }
  return found.map(({ kind, waiting }) => ({ kind, ...toReply(waiting) }))
}

const minuteS = 60

/** This server's current load, as written for the others. */
export const readOwnActivity = ({ platform: { live }, gateway }: OverviewParts): Activity => ({
  player_marks: live.playerMarks(),
  bets_last_minute: gateway.ceilings.bets.last(minuteS),
  bets_last_ten: gateway.ceilings.bets.last(10 * minuteS),
})
