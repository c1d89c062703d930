import { bind } from '../../platform/bind.ts'
import { listMethods } from './list-methods.ts'
import type { PaymentParts } from './parts.ts'
import { switchMarket, switchMethod } from './switch-method.ts'
import { updateMethod } from './update-method.ts'

/** Administration of deposit methods; every change is audited. */
export const openMethodAdmin = (parts: PaymentParts) =>
  bind(parts, { list: listMethods, switchMarket, switchMethod, update: updateMethod })
