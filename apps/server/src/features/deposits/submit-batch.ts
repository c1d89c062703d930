import type { PlayerText } from '@dhow/contract/player-texts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DepositRow, PaymentDetailRow, UploadRow } from './tables.ts'
import { newPlayerMs } from './risk-flags.ts'

/** A deposit to write, with all accompanying rows. */
export interface Draft {
  row: DepositRow
  step: { id: string; text: PlayerText }
  upload: UploadRow | undefined
  /** Whether a second operator has to confirm the amount. */
  isLarge: boolean
  /** The call's Idempotency-Key and content. */
  call: { key: string; operation: string; contentHash: Buffer } | undefined
  maxOpen: number
}

export type Submissions = ReturnType<typeof openSubmissions>

const groupSize = 64
const groupWidth = 2
const text = 'select index from deposits.accept_group($1, $2, $3, $4)'

/**
 * Fast path for most submissions: new deposits without objections. Those of many players share a round trip and a
 * commit, and so do the reads of their payment details.
 */
export function openSubmissions({ db, clock, log, faults }: Platform) {
  const drafts = openGroupQueue<Draft, boolean>({
    run: accept,
    most: groupSize,
    width: groupWidth,
    log,
    alone: faults?.isWatched,
  })
  const details = openGroupQueue<number, PaymentDetailRow | undefined>({
    async run(ids) {
      const wanted = `{${[...new Set(ids)].join(',')}}`
      const rows = await db.prepared<PaymentDetailRow>(
        'deposit_details',
        'select * from deposits.payment_detail where id = any ($1::integer[])',
        [wanted],
      )
      return ids.map((id) => rows.find((row) => row.id === id))
    },
    most: 100,
    width: groupWidth,
    log,
    alone: faults?.isWatched,
  })

  async function accept(group: Draft[]): Promise<boolean[]> {
    const now = clock.now()
    // A group handles each player, reference and screenshot once; later ones are decided one by one afterwards.
    const named = new Set<string>()
    const asked = group.flatMap(({ row, step, upload, isLarge, call }, index) => {
      const names = [row.player_id, `reference ${row.ref_norm}`, `picture ${upload?.sha256.toString('hex') ?? index}`]
      const isFirst = names.every((name) => !named.has(name))
      for (const name of names) named.add(name)
      if (!isFirst) return []
      return [
        {
          index,
          id: row.id,
          player_id: row.player_id,
          family: row.family,
          detail_id: row.detail_id,
          currency: row.currency,
          rail: row.rail,
          ref_raw: row.ref_raw,
          ref_norm: row.ref_norm,
          declared_minor: row.declared_minor.toString(),
          submitted_at: row.submitted_at,
          expires_at: row.expires_at,
          ip: row.ip,
          user_agent: row.user_agent,
          step_id: step.id,
          step_code: step.text.code,
          step_params: step.text.params,
          is_large: isLarge,
          upload_id: upload?.id,
          upload_file: upload?.file,
          upload_sha256: upload && bytea(upload.sha256),
          call_key: call?.key,
          call_operation: call?.operation,
          call_hash: call && bytea(call.contentHash),
        },
      ]
    })
    const rows = await db.prepared<{ index: number }>('deposit_accept_group', text, [
      now.toISOString(),
      Math.min(...group.map((draft) => draft.maxOpen)),
      new Date(now.getTime() - newPlayerMs).toISOString(),
      JSON.stringify(asked),
    ])
    const accepted = new Set(rows.map((row) => row.index))
    return group.map((_draft, index) => accepted.has(index))
  }

  return {
    /** Current payment details. */
    detail: (id: number) => details.submit(id),
    /** Writes a deposit without objections; returns false, and writes nothing, otherwise. */
    accept: (draft: Draft) => drafts.submit(draft),
  }
}

const bytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
