import type { ChangeParts } from './parts.ts'
import type { StaffSession } from '../../platform/http/call.ts'

export function handlerOf({ handlers }: ChangeParts, kind: string) {
  const handler = handlers.get(kind)
  if (!handler) throw new Error(`no feature has registered the kind of change ${kind}`)
  return handler
}

export function mayDecide(parts: ChangeParts, kind: string, by: StaffSession) {
  return handlerOf(parts, kind).roles.includes(by.role)
}

export function maySee(parts: ChangeParts, kind: string, by: StaffSession) {
  return by.role === 'manager' || by.role === 'admin' || mayDecide(parts, kind, by)
}
