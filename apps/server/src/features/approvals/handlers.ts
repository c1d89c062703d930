import type { ChangeParts } from './parts.ts'
import type { StaffSession } from '../../platform/http/call.ts'

export function handlerOf({ handlers }: ChangeParts, kind: string) {
  const handler = handlers.get(kind)
  if (!handler) throw new Error(`no feature registers the kind of change ${kind}`)
  return handler
}

export function mayDecide(parts: ChangeParts, kind: string, by: StaffSession) {
  return by.permissions.has(handlerOf(parts, kind).needs)
}

export function canSeeChange(parts: ChangeParts, kind: string, by: StaffSession) {
  return by.permissions.has('changes.see_all') || mayDecide(parts, kind, by)
}
