import { textOf } from '@dhow/contract/player-texts'
import type { Market } from '@dhow/contract/shapes'
import { fieldRefusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { marketOf, normalMobile } from './mobile.ts'

/**
 * Reads a number in the named market, else the market of its calling code, else the portal's first. @throws Refusal
 * `mobile_unusable`
 */
export function readMobile(text: string, named: Market | undefined): { mobile: string; market: Market } {
  const market = named ?? marketOf(text) ?? 'NA'
  const mobile = normalMobile(text, market) ?? (named === undefined ? normalMobile(text, 'IN') : undefined)
  if (mobile === undefined) {
    const example = markets[market].mobile_example
    throw fieldRefusal('mobile_unusable', 'mobile', textOf('mobile_invalid', { market, example }))
  }
  return { mobile, market: marketOf(mobile) ?? market }
}
