import type { Adapter } from '../adapter.ts'
import { dhowAdapter } from './dhow.ts'
import { hub88Adapter } from './hub88.ts'
import { softswissAdapter } from './softswiss.ts'
import { spribeAdapter } from './spribe.ts'

/** All wallet protocols; `catalog.game_provider.adapter` names one of these rows. */
export const adapters: Record<string, Adapter> = {
  dhow: dhowAdapter,
  spribe: spribeAdapter,
  softswiss: softswissAdapter,
  hub88: hub88Adapter,
}
