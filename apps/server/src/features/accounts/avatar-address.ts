import { apiBase } from '@dhow/contract/operation'

/** Before the name of a picture that the player sent; anything else is one of the set. */
export const uploadMark = 'upload:'

/** Address of a player's avatar, as stored in the player's row. */
export function avatarAddress(avatar: string): string
export function avatarAddress(avatar: string | null): string | null
export function avatarAddress(avatar: string | null): string | null {
  if (avatar === null) return null
  if (avatar.startsWith(uploadMark)) return `${apiBase}/avatars/${avatar.slice(uploadMark.length)}.webp`
  return `/avatars/${avatar}.svg`
}
