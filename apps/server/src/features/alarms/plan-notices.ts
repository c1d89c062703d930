import type { Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import type { AlarmStep } from './record-problems.ts'
import type { AlarmChannel } from './tables.ts'

/** Plans one notice of a step for each configured channel. */
export const planNotices =
  ({ now, id, channels }: { now: Date; id: MakeId; channels: readonly AlarmChannel[] }) =>
  async (tx: Tx, { alarmId, kind, number }: AlarmStep): Promise<void> => {
    if (channels.length === 0) return
    await tx
      .insertInto('alarms.notice')
      .values(
        channels.map((channel) => ({
          id: id('aln'),
          alarm_id: alarmId,
          kind,
          number,
          channel,
          created_at: now,
          next_at: now,
          sent_at: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['alarm_id', 'kind', 'number', 'channel']).doNothing())
      .execute()
  }
