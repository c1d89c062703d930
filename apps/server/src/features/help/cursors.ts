/** Cursor of a list sorted by an instant and then the id, opaque to callers. */
export const cursorOf = (row: { id: string }, at: Date): string => `${at.getTime()}_${row.id}`

/** Undefined for none and for an invalid one. */
export function readCursor(cursor: string | undefined): { at: Date; id: string } | undefined {
  const [, ms, id] = /^(\d{1,15})_(hlp_[a-z0-9]+)$/.exec(cursor ?? '') ?? []
  return ms !== undefined && id !== undefined ? { at: new Date(Number(ms)), id } : undefined
}
