import type { Market } from '@dhow/contract/shapes'
import { paths } from '../../app/paths.ts'

/** Each market has its own way out. */
export const pathOfMarket = { NA: paths.withdrawNamibia, IN: paths.withdrawIndia } as const satisfies Record<
  Market,
  string
>
