import { bind } from '../../platform/bind.ts'
import { listMethods } from './list-methods.ts'
import type { PaymentParts } from './parts.ts'
import { switchMarket, switchMethod } from './switch-method.ts'
import { updateMethod } from './update-method.ts'

/** The deposit methods as operators see and set them; every change has an entry in the audit trail. */
export const openMethodAdmin = (parts: PaymentParts) =>
  bind(parts, { list: listMethods, switchMarket, switchMethod, update: updateMethod })
