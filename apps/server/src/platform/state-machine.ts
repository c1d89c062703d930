import type { PlayerText } from '@dhow/contract/player-texts'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { PaymentStatus } from '@dhow/contract/shapes'
import { afterCommit, type Db, type Tx } from './db/index.ts'
import type { MakeId } from './ids.ts'
import type { Live } from './live.ts'
import { isOneOf } from '@dhow/contract/records'
import { Refusal } from './refusal.ts'
import { stepReply, textColumns } from './texts.ts'

/** Columns of every row with a state. */
export interface Moving<State extends string> {
  id: string
  player_id: string
  state: State
  version: number
}

/** Version of a row that a caller read: a change is refused if the row has changed since. */
type Seen<State extends string> = Pick<Moving<State>, 'id' | 'state' | 'version'>

interface StepRow {
  at: Date
  state: string
  code: string
  params: Record<string, string>
  text: string
}

/** One kind of payment: its states, its texts for players, and its statements on the two tables. */
interface Kind<Row extends Moving<State>, State extends string, Change> {
  event: 'deposit' | 'withdrawal'
  follows: Record<State, readonly State[]>
  statusOf: Record<State, PaymentStatus>
  /** Refusal if the row has changed since it was read. */
  stateChanged: RefusalCode
  stepPrefix: string
  /** Writes the values if the row is unchanged. */
  update(tx: Tx, seen: Seen<State>, values: Change & { state: State; version: number }): Promise<Row | undefined>
  insertStep(
    tx: Tx,
    subjectId: string,
    step: { id: string; at: Date; state: string; code: string; params: string; operator_id: string | null },
  ): Promise<unknown>
  /** Steps of one row, in order. */
  selectSteps(db: Db, subjectId: string): Promise<StepRow[]>
}

/** A step of a payment's timeline, before it is written. */
export interface Step {
  /** Id of the payment. */
  of: string
  at: Date
  state: string
  text: PlayerText
  operatorId?: string | undefined
}

/** Columns that `selectSteps` reads. */
export const stepColumns = ['at', 'state', 'code', 'params', 'text'] as const

/** A payment with states, and the steps that its player and the operators see. */
export function stateMachine<Row extends Moving<State>, State extends string, Change>(kind: Kind<Row, State, Change>) {
  async function write(tx: Tx, seen: Seen<State>, state: State, change: Change & { updated_at: Date }): Promise<Row> {
    const { id, state: seenState, version } = seen
    const values = { ...change, state, version: version + 1 }
    const row = await kind.update(tx, { id, state: seenState, version }, values)
    if (!row) throw new Refusal(kind.stateChanged)
    return row
  }

  return {
    /**
     * Moves a row to another state, if it is unchanged since the caller read it.
     * @throws Refusal `stateChanged` of the kind, also if the state may not follow the current one
     */
    async move(tx: Tx, seen: Seen<State>, state: State, change: Change & { updated_at: Date }): Promise<Row> {
      if (!isOneOf(kind.follows[seen.state], state)) throw new Refusal(kind.stateChanged)
      return write(tx, seen, state, change)
    },

    /** Changes a row without changing its state. @throws Refusal `stateChanged` of the kind */
    note: (tx: Tx, seen: Seen<State>, change: Change & { updated_at: Date }): Promise<Row> =>
      write(tx, seen, seen.state, change),

    async addStep(tx: Tx, id: MakeId, { of, at, state, text, operatorId }: Step): Promise<void> {
      const step = { id: id(kind.stepPrefix), at, state, ...textColumns(text), operator_id: operatorId ?? null }
      await kind.insertStep(tx, of, step)
    },

    /** Sends a change of state to the player, after the commit. */
    notify: (tx: Tx, live: Live, row: Moving<State>, text: PlayerText): void =>
      afterCommit(tx, () =>
        live.publish(row.player_id, { type: kind.event, id: row.id, status: kind.statusOf[row.state], text }),
      ),

    findSteps: async (db: Db, subjectId: string) => (await kind.selectSteps(db, subjectId)).map(stepReply),
  }
}
