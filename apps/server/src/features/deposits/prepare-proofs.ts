import { fieldRefusal } from '../../platform/refusal.ts'
import { textOf } from '@dhow/contract/player-texts'
import { createHash } from 'node:crypto'
import { every } from '../../platform/every.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import type { Picture } from '../../platform/pictures.ts'
import { openCopies } from './copies/record-copies.ts'
import type { DepositParts } from './parts.ts'
import { addStep, addWarning, depositsOfSame, findDeposit, moveDeposit, notifyPlayer } from './store.ts'
import type { UploadRow } from './tables.ts'
import { seenBefore } from './risk-flags.ts'

/** A process that died with a screenshot in its hands leaves it to another after this. */
const abandonedAfterMs = 60_000
/** A screenshot that its process died of so often is called unreadable. */
const triesAtMost = 3
const eachMs = 2_000
/** How often what lies aside is held against what is known; a request is long over by the time that it is looked at twice. */
const sweepEachMs = 3_600_000
/** While submissions are in hand the drawing stands back for so long: who waits for an answer comes first. */
const standsBackMs = 3_000

const unreadable = () => fieldRefusal('proof_unreadable', 'image', textOf('proof_unreadable', {}))

/** A screenshot that came and lies aside. */
export interface Arrived {
  sha256: Buffer
  /** The row by which it becomes a deposit's. */
  uploadOf(depositId: string): UploadRow
  /** Says that the row stands: the drawing begins. */
  markCommitted(): void
  /** Forgets it, where it did not become a deposit's. */
  discard(): Promise<void>
}

export interface Proofs {
  /** Draws whatever waits; done once nothing does. */
  prepare(): Promise<void>
  /** Reads the lines of screenshots that were stored before lines were compared, the newest first, while nothing else waits. */
  readEarlier(): Promise<void>
  /** Forgets what lies aside for no deposit, now and at the last sweep: its process died before the deposit was written. */
  sweep(): Promise<void>
  /**
   * Looks at a screenshot from outside and lays it aside. What does not become a deposit's has to be let go.
   * @throws Refusal `proof_unreadable` under its field
   */
  arrived(file: UploadedFile): Promise<Arrived>
  close(): Promise<void>
}

/**
 * Screenshots. A request only keeps what came, where nobody sees it; one picture at a time is then drawn anew, hashed and held against all
 * others, and only that drawing is shown. What a crash leaves is taken up again.
 */
export function openProofs(parts: Omit<DepositParts, 'proofs' | 'submissions' | 'creditGate'>): Proofs {
  const { db, clock, id, log, uploadGate, live } = parts.platform
  const copies = openCopies(parts)
  let running: Promise<void> | undefined
  let isWanted = false
  let isClosed = false

  async function prepare(): Promise<void> {
    isWanted = true
    return (running ??= (async () => {
      try {
        while (isWanted && !isClosed) {
          isWanted = false
          for (let upload = await take(); upload; upload = isClosed ? undefined : await take())
            await drawOrLeave(upload)
        }
      } finally {
        running = undefined
      }
    })())
  }

  const take = () =>
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

  /** Only a death counts as a try: where a disk is full or a database away, that is not the screenshot's fault. */
  async function drawOrLeave(upload: UploadRow): Promise<void> {
    try {
      await draw(upload)
    } catch (error) {
      await db.transaction((tx) =>
        tx
          .updateTable('deposits.upload')
          .set((eb) => ({ tries: eb('tries', '-', 1) }))
          .where('id', '=', upload.id)
          .execute(),
      )
      throw error
    }
  }

  async function draw(upload: UploadRow): Promise<void> {
    await uploadGate.waitUntilIdle(standsBackMs)
    const sent = upload.tries > triesAtMost ? undefined : await parts.uploads.get(upload.file)
    const picture = sent && (await parts.takePicture(sent))
    if (picture) await show(upload, picture, await parts.files.put(picture.bytes))
    else
      await db.transaction(async (tx) => {
        if (await isMine(tx, upload)) await askAnew(tx, upload)
      })
    await parts.uploads.drop(upload.file)
  }

  /** False where another process has finished this upload meanwhile. */
  const isMine = async (tx: Tx, { id: uploadId }: UploadRow) =>
    (await tx.deleteFrom('deposits.upload').where('id', '=', uploadId).executeTakeFirst()).numDeletedRows > 0n

  /**
   * Stores the picture and its lines first, then looks for copies among all that are stored: of two copies that come at one moment, one
   * sees the other. Only then is it shown.
   */
  async function show(upload: UploadRow, picture: Picture, file: string) {
    const { id: proofId, deposit_id: depositId, sha256 } = upload
    const found = await copies.record({ ...upload, file }, picture)
    await db.transaction(async (tx) => {
      if (!(await isMine(tx, upload))) return
      if (!(await isOvertaken(tx, depositId, proofId)))
        await tx
          .updateTable('deposits.deposit')
          .set({ proof_file: file, proof: 'ready' })
          .where('id', '=', depositId)
          .execute()
      // The same one may have come at the same moment.
      for (const otherId of await depositsOfSame(tx, sha256))
        if (otherId !== depositId) await addWarning(tx, { depositId, ...seenBefore(otherId) })
      await copies.warn(tx, upload, found)
    })
  }

  /** It cannot be drawn: whoever judges sees that it is so, and the player is asked for another where nobody has begun to judge. */
  async function askAnew(tx: Tx, { deposit_id: depositId, id: proofId }: UploadRow) {
    log.warn({ deposit: depositId, proof: proofId }, 'a screenshot cannot be drawn')
    if (await isOvertaken(tx, depositId, proofId)) return
    await tx.updateTable('deposits.deposit').set({ proof: 'unreadable' }).where('id', '=', depositId).execute()
    const row = (await findDeposit(tx, depositId))!
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
      expires_at: new Date(now.getTime() + parts.portal.settings().deposits.expire_after_hours * 3_600_000),
    })
    const text = textOf('screenshot_unreadable', {})
    await addStep(tx, id, { of: depositId, at: now, state: 'needs_info', text })
    notifyPlayer(tx, live, asked, text)
  }

  let unknown = new Set<string>()
  async function sweep(): Promise<void> {
    const names = await parts.uploads.names()
    const rows = await db.kysely.selectFrom('deposits.upload').select('file').execute()
    const known = new Set(rows.map((row) => row.file))
    const left = names.filter((name) => !known.has(name))
    for (const name of left) if (unknown.has(name)) await parts.uploads.drop(name)
    unknown = new Set(left)
  }

  const stops = [
    every(parts.platform, 'deposit-proofs', eachMs, async () => {
      await prepare()
      await copies.readEarlier()
    }),
    every(parts.platform, 'deposit-uploads', sweepEachMs, sweep),
  ]

  return {
    prepare,
    readEarlier: copies.readEarlier,
    sweep,

    async arrived({ bytes }: UploadedFile): Promise<Arrived> {
      if (!(await parts.saysPicture(bytes))) throw unreadable()
      const written = parts.uploads.putApart(bytes)
      // On the loop, while another thread writes: beside it, it would take a copy of the whole, and longer.
      const sha256 = createHash('sha256').update(bytes).digest()
      const file = await written
      let stays = false
      return {
        sha256,
        markCommitted() {
          stays = true
          prepare().catch((error: unknown) => log.error({ err: error }, 'a screenshot waits'))
        },
        uploadOf(depositId) {
          const now = clock.now()
          return { id: id('dpr'), deposit_id: depositId, at: now, file, sha256, due_at: now, tries: 0 }
        },
        async discard() {
          if (!stays) await parts.uploads.drop(file)
        },
      }
    },

    async close() {
      isClosed = true
      uploadGate.close()
      await Promise.all(stops.map((stop) => stop()))
      await running
    },
  }
}

/** Whether a later screenshot of the deposit has come: then an earlier one that ends after it says nothing of the deposit any more. */
async function isOvertaken(tx: Tx, depositId: string, proofId: string): Promise<boolean> {
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
