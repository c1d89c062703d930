import { Refusal } from '../../platform/refusal.ts'
import { methods, type ChooserMethod } from '../deposits/index.ts'
import type { PaymentParts } from './parts.ts'

/** A manual method or a service by its code. @throws Refusal `not_found` */
export function knownMethod({ catalogue }: PaymentParts, code: string): ChooserMethod {
  const all: ChooserMethod[] = [...methods, ...catalogue.all()]
  const found = all.find((method) => method.code === code)
  if (!found) throw new Refusal('not_found')
  return found
}
