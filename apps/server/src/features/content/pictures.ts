import { textOf } from '@dhow/contract/player-texts'
import type { Db } from '../../platform/db/index.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import { loadImageLibrary, maxPixels, pixelsOf } from '../../platform/pictures.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import type { ContentParts } from './parts.ts'
import { pictureReply } from './replies.ts'
import { required } from '../../platform/required.ts'

/**
 * Stores a picture, re-encoded. The size in its header is checked first: a picture of 40 megapixels is refused before
 * decoding.
 * @throws Refusal `picture_unreadable`, `picture_too_large`
 */
export async function addPicture({ files, reencodePicture }: ContentParts, file: UploadedFile | undefined) {
  const pixels = file && (await pixelsOf(file.bytes))
  if (pixels !== undefined && pixels > maxPixels) throw new Refusal('picture_too_large')
  const picture = file && (await reencodePicture(file.bytes))
  if (!picture) throw fieldRefusal('picture_unreadable', 'image', textOf('picture_unreadable', {}))
  const name = await files.put(picture.bytes)
  const sharp = await loadImageLibrary()
  const { width, height } = await sharp(picture.bytes).metadata()
  return required(pictureReply({ picture: name, picture_width: width, picture_height: height }), 'the new picture')
}

/** A picture of a version, or uploaded for one. @throws Refusal `not_found` */
export async function readPicture({ files }: ContentParts, name: string): Promise<Buffer> {
  const bytes = await files.get(name)
  if (!bytes) throw new Refusal('not_found')
  return bytes
}

/** Names of the pictures of all versions, including drafts. */
export async function namedPictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('content.version').select('picture').where('picture', 'is not', null).execute()
  return rows.flatMap(({ picture }) => picture ?? [])
}
