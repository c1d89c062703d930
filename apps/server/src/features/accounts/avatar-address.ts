import { apiBase } from '@dhow/contract/operation'

/** Before the name of a picture that the player sent; anything else is one of the set. */
export const uploadMark = 'upload:'

/** Where the picture of a player's avatar is, as it is written in the player's row. */
export function avatarAddress(avatar: string | null): string | null {
  if (avatar === null) return null
  if (avatar.startsWith(uploadMark)) return `${apiBase}/avatars/${avatar.slice(uploadMark.length)}.webp`
  return `/avatars/${avatar}.svg`
}
