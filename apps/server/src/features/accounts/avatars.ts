import { textOf } from '@dhow/contract/player-texts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { UploadedFile } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { avatarAddress, uploadMark } from './avatar-address.ts'
import type { AccountParts } from './parts.ts'
import { changePlayer, findPlayer } from './players.ts'

/** The portal's avatars, each served as `/avatars/<id>.svg`. */
const avatarSet = [
  { id: 'dhow', name: 'Dhow' },
  { id: 'anchor', name: 'Anchor' },
  { id: 'compass', name: 'Compass' },
  { id: 'lighthouse', name: 'Lighthouse' },
  { id: 'gull', name: 'Gull' },
  { id: 'turtle', name: 'Turtle' },
  { id: 'crab', name: 'Crab' },
  { id: 'dolphin', name: 'Dolphin' },
  { id: 'palm', name: 'Palm' },
  { id: 'moon', name: 'Moon' },
  { id: 'sun', name: 'Sun' },
  { id: 'wave', name: 'Wave' },
] as const

export function openAvatars({ db, bus }: Platform, { files, reencodeAvatar }: AccountParts) {
  const write = (tx: Tx, playerId: string, avatar: string | null) => changePlayer(bus, tx, playerId, { avatar })

  return {
    set: avatarSet.map((avatar) => ({ ...avatar, image: avatarAddress(avatar.id) })),

    /** Id of the set, `upload`, or null. */
    chosenOf: (avatar: string | null) => (avatar?.startsWith(uploadMark) ? 'upload' : avatar),

    /** The player's uploaded avatar, without its bytes; null if there is none. The time of the upload is not stored. */
    async uploadedBy(playerId: string, reader: Db = db.kysely) {
      const avatar = (await findPlayer(reader, playerId))?.avatar
      if (!avatar?.startsWith(uploadMark)) return null
      const size = await files.size(avatar.slice(uploadMark.length))
      return { address: avatarAddress(avatar), type: 'image/webp', size: size ?? null }
    },

    /** @throws Refusal `avatar_unknown` */
    async choose(playerId: string, id: string | null) {
      if (id !== null && !avatarSet.some((avatar) => avatar.id === id)) throw new Refusal('avatar_unknown')
      await db.transaction((tx) => write(tx, playerId, id))
    },

    /** Stores a picture, re-encoded at a small size. @throws Refusal `picture_unreadable` */
    async upload(playerId: string, file: UploadedFile | undefined) {
      const picture = file && (await reencodeAvatar(file.bytes))
      if (!picture) throw fieldRefusal('picture_unreadable', 'image', textOf('picture_unreadable', {}))
      const name = await files.put(picture.bytes)
      await db.transaction((tx) => write(tx, playerId, uploadMark + name))
    },

    /** An uploaded picture while a player uses it as avatar. @throws Refusal `not_found` */
    async picture(hash: string, reader: Db = db.kysely): Promise<Buffer> {
      const wearer = await reader
        .selectFrom('accounts.player')
        .select('id')
        .where('avatar', '=', uploadMark + hash)
        .where('avatar', 'like', `${uploadMark}%`)
        .executeTakeFirst()
      const bytes = wearer && (await files.get(hash))
      if (!bytes) throw new Refusal('not_found')
      return bytes
    },
  }
}

/** File names of the uploaded avatars. */
export async function uploadedAvatars(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts.player')
    .select('avatar')
    .where('avatar', 'like', `${uploadMark}%`)
    .execute()
  return rows.flatMap(({ avatar }) => avatar?.slice(uploadMark.length) ?? [])
}
