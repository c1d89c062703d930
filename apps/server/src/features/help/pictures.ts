import { createHash } from 'node:crypto'
import { textOf } from '@dhow/contract/player-texts'
import type { Db } from '../../platform/db/index.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import type { HelpParts } from './parts.ts'

/** A re-encoded picture in the folder of files. */
export interface ReceivedPicture {
  file: string
  /** Hash of the uploaded bytes, to recognise a repeat. */
  sha256: string
}

/**
 * Checks a picture like deposits' screenshots, re-encodes and stores it. @throws Refusal `proof_unreadable` under its
 * field
 */
export async function receivePicture(
  { isPicture, reencodePicture, files }: HelpParts,
  { bytes }: UploadedFile,
): Promise<ReceivedPicture> {
  const picture = (await isPicture(bytes)) ? await reencodePicture(bytes) : undefined
  if (!picture) throw fieldRefusal('proof_unreadable', 'image', textOf('proof_unreadable', {}))
  return { file: await files.put(picture.bytes), sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Pictures in a player's questions, without their bytes. */
export async function listPictures({ platform: { db }, files }: HelpParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('help.picture as picture')
    .innerJoin('help.message as message', 'message.id', 'picture.message_id')
    .innerJoin('help.help_case as asked', 'asked.id', 'message.case_id')
    .select(['picture.id', 'picture.file', 'message.at', 'asked.id as case_id'])
    .where('asked.player_id', '=', playerId)
    .orderBy('picture.id')
    .execute()
  const listed = []
  for (const { file, at, ...row } of rows)
    listed.push({ ...row, at: at.toISOString(), type: 'image/webp', size: (await files.size(file)) ?? null })
  return listed
}

/** Bytes of a picture, only of this player if one is given. @throws Refusal `not_found` */
export async function readPicture({ platform: { db }, files }: HelpParts, pictureId: string, playerId?: string) {
  let query = db.kysely
    .selectFrom('help.picture as picture')
    .innerJoin('help.message as message', 'message.id', 'picture.message_id')
    .innerJoin('help.help_case as asked', 'asked.id', 'message.case_id')
    .select('picture.file')
    .where('picture.id', '=', pictureId)
  if (playerId !== undefined) query = query.where('asked.player_id', '=', playerId)
  const row = await query.executeTakeFirst()
  const bytes = row && (await files.get(row.file))
  if (!bytes) throw new Refusal('not_found')
  return bytes
}

/** File names of all pictures in conversations. */
export async function sentPictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('help.picture').select('file').execute()
  return rows.map(({ file }) => file)
}
