import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { HouseCode } from '@dhow/contract/gateway'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { balancesOf, type Wallet } from '../wallet/index.ts'
import { applyGroup, type GroupItem, type GroupRow } from './apply-group.ts'
import type { GameSession } from './sessions.ts'

/** What every adapter maps its protocol to. Amounts are integers of minor units. */
export interface GameAct {
  kind: 'bet' | 'win' | 'betwin' | 'rollback' | 'end'
  session: GameSession
  txId: string
  refTxId?: string
  roundId: string
  /** The catalogue's id; a rollback takes the bet's. */
  gameId?: string
  currency: string
  amountMinor: bigint
  winMinor?: bigint
}

export interface Applied {
  code: HouseCode
  /** The wallet's id of what moved. */
  transaction: string | undefined
  /** The player's true balance in minor units. */
  balanceMinor: bigint
}

const groupSize = 100
const groupWidth = 2
/** Without grouping, some calls for each of the database's connections, so that none of these waits for the next call. */
const singleWidth = 64

/** Does what providers ask: many players' calls share a round trip and a commit, each with its own answer. */
export function openApply({ db, clock, id, log, faults }: Platform, wallet: Wallet, options: { most?: number } = {}) {
  const itemOf = (act: GameAct): GroupItem => ({
    kind: act.kind,
    provider: act.session.providerCode,
    tx: act.txId,
    ref: act.refTxId ?? null,
    player: act.session.playerId,
    session: act.session.id,
    round: act.roundId,
    game: act.gameId ?? null,
    currency: act.currency,
    amount: act.amountMinor.toString(),
    win: (act.winMinor ?? 0n).toString(),
    hash: hashOf(act),
    row: id('rnd'),
  })
  const queue = openGroupQueue<GameAct, GroupRow>({
    run: (acts) => applyGroup(db, clock.now(), acts.map(itemOf)),
    most: options.most ?? groupSize,
    width: options.most === 1 ? singleWidth : groupWidth,
    log,
    alone: faults?.isWatched,
  })

  const said = (act: GameAct, row: GroupRow): Applied => {
    if (row.moved) wallet.tell(act.session.playerId, act.session.currency, balancesOf(row.cash_after))
    return {
      code: row.code,
      transaction: row.posting === null ? undefined : `tr_${row.posting}`,
      balanceMinor: BigInt(row.balance ?? 0n),
    }
  }

  return {
    apply: async (act: GameAct): Promise<Applied> => said(act, await queue.submit(act)),

    /** Several acts that came together, each with its own answer, in one group where it holds them. */
    async applyEach(acts: GameAct[]): Promise<Applied[]> {
      const rows = await queue.submitAll(acts)
      return rows.map((row, place) => said(acts[place]!, row))
    },

    /** One player's acts in order, all of them or none: then the one answer is the first refusal. */
    async applyAll(acts: [GameAct, ...GameAct[]]): Promise<Applied[]> {
      const now = clock.now().toISOString()
      const items = JSON.stringify(acts.map((act) => ({ ...itemOf(act), now })))
      const { rows } = await sql<GroupRow>`select * from gateway_apply_all(${items}::jsonb) order by place`.execute(
        db.kysely,
      )
      return rows.map((row, place) => said(acts[place]!, row))
    },
    idle: () => queue.idle(),
  }
}

function hashOf(act: GameAct): string {
  const content = [
    act.kind,
    act.session.playerId,
    act.refTxId ?? null,
    act.roundId,
    act.currency,
    act.amountMinor.toString(),
    (act.winMinor ?? 0n).toString(),
  ]
  return hash('sha256', JSON.stringify(content))
}
