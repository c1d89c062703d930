import { apiBase } from '@dhow/contract/operation'

/** Prefix of an uploaded picture's name; other values are ids of the avatar set. */
export const uploadMark = 'upload:'

/** Address of a player's avatar, as stored in the player's row. */
export function avatarAddress(avatar: string): string
export function avatarAddress(avatar: string | null): string | null
export function avatarAddress(avatar: string | null): string | null {
  if (avatar === null) return null
  if (avatar.startsWith(uploadMark)) return `${apiBase}/avatars/${avatar.slice(uploadMark.length)}.webp`
  return `/avatars/${avatar}.svg`
}
