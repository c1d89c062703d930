import { textOf } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { Picture } from '../../platform/pictures.ts'
import { required } from '../../platform/required.ts'
import type { Duplicates } from './duplicates/record-duplicates.ts'
import type { GivenParts } from './parts.ts'
import { proofSeenBefore } from './risk-flags.ts'
import { addStep, addWarning, depositsOfSame, findDeposit, moveDeposit, notifyPlayer } from './store.ts'
import type { UploadRow } from './tables.ts'

/** Time after which another process takes over a screenshot. */
const abandonedAfterMs = 60_000
/** A screenshot whose re-encoding ended the process this often is unreadable. */
const maxTries = 3
/** How long the re-encoding waits for uploads under way, whose players wait for answers. */
const waitsForRequestsMs = 3_000

/** Leases the next due upload. */
export const leaseUpload = ({ platform: { db, clock } }: GivenParts) =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('deposits.upload')
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return undefined
    return tx
      .updateTable('deposits.upload')
      .set((eb) => ({ due_at: new Date(now.getTime() + abandonedAfterMs), tries: eb('tries', '+', 1) }))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirst()
  })

/**
 * Re-encodes an upload. Only the end of the process counts as a try: a full disk or a missing database is not the
 * screenshot's fault.
 */
export async function reencodeUpload(parts: GivenParts, duplicates: Duplicates, upload: UploadRow): Promise<void> {
  try {
    await reencode(parts, duplicates, upload)
  } catch (error) {
    await parts.platform.db.transaction((tx) =>
      tx
        .updateTable('deposits.upload')
        .set((eb) => ({ tries: eb('tries', '-', 1) }))
        .where('id', '=', upload.id)
        .execute(),
    )
    throw error
  }
}

async function reencode(parts: GivenParts, duplicates: Duplicates, upload: UploadRow): Promise<void> {
  const { db, uploadGate } = parts.platform
  await uploadGate.waitUntilIdle(waitsForRequestsMs)
  const sent = upload.tries > maxTries ? undefined : await parts.uploads.get(upload.file)
  const picture = sent && (await parts.reencodePicture(sent))
  if (picture) await show(parts, duplicates, upload, picture, await parts.files.put(picture.bytes))
  else
    await db.transaction(async (tx) => {
      if (await isMine(tx, upload)) await askForAnother(parts, tx, upload)
    })
  await parts.uploads.drop(upload.file)
}

/** False if another process has finished this upload meanwhile. */
const isMine = async (tx: Tx, { id: uploadId }: UploadRow) =>
  (await tx.deleteFrom('deposits.upload').where('id', '=', uploadId).executeTakeFirst()).numDeletedRows > 0n

/**
 * Stores the picture and its lines first, then looks for copies among all stored ones: of two concurrent copies, one
 * finds the other. Only then is it shown.
 */
async function show(
  { platform: { db } }: GivenParts,
  duplicates: Duplicates,
  upload: UploadRow,
  picture: Picture,
  file: string,
) {
  const { id: proofId, deposit_id: depositId, sha256 } = upload
  const found = await duplicates.record({ ...upload, file }, picture)
  await db.transaction(async (tx) => {
    if (!(await isMine(tx, upload))) return
    if (!(await isSuperseded(tx, depositId, proofId)))
      await tx
        .updateTable('deposits.deposit')
        .set({ proof_file: file, proof: 'ready' })
        .where('id', '=', depositId)
        .execute()
    // An identical file may have arrived at the same time.
    for (const otherId of await depositsOfSame(tx, sha256))
      if (otherId !== depositId) await addWarning(tx, { depositId, ...proofSeenBefore(otherId) })
    await duplicates.warn(tx, upload, found)
  })
}

/** Marks a screenshot as unreadable, and asks the player for another if no operator has claimed the deposit. */
async function askForAnother(
  { platform: { clock, id, live, log }, portal }: GivenParts,
  tx: Tx,
  { deposit_id: depositId, id: proofId }: UploadRow,
) {
  log.warn({ deposit: depositId, proof: proofId }, 'a screenshot cannot be re-encoded')
  if (await isSuperseded(tx, depositId, proofId)) return
  await tx.updateTable('deposits.deposit').set({ proof: 'unreadable' }).where('id', '=', depositId).execute()
  const row = required(await findDeposit(tx, depositId), `deposit ${depositId}`)
  const now = clock.now()
  const isHeld = row.claim_expires_at !== null && row.claim_expires_at > now
  if (row.state !== 'submitted' || isHeld) return
  const reviewed = await moveDeposit(tx, row, 'under_review', { updated_at: now })
  const asked = await moveDeposit(tx, reviewed, 'needs_info', {
    question: 'clearer_screenshot',
    question_note: null,
    asked_at: now,
    answer: null,
    updated_at: now,
    expires_at: new Date(now.getTime() + portal.settings().deposits.expire_after_hours * 3_600_000),
  })
  const text = textOf('screenshot_unreadable', {})
  await addStep(tx, id, { of: depositId, at: now, state: 'needs_info', text })
  notifyPlayer(tx, live, asked, text)
}

/** Whether the deposit has a later screenshot: then the result of this one is outdated. */
async function isSuperseded(tx: Tx, depositId: string, proofId: string): Promise<boolean> {
  const later = await tx
    .selectFrom('deposits.proof')
    .select('id')
    .where('deposit_id', '=', depositId)
    .where('id', '>', proofId)
    .union(tx.selectFrom('deposits.upload').select('id').where('deposit_id', '=', depositId).where('id', '>', proofId))
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
