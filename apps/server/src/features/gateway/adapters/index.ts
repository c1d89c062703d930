import type { Adapter } from '../adapter.ts'
import { houseAdapter } from './house.ts'
import { hub88Adapter } from './hub88.ts'
import { softswissAdapter } from './softswiss.ts'
import { spribeAdapter } from './spribe.ts'

/** Every protocol that a provider may speak; `catalog.game_provider.adapter` names one of these rows. */
export const adapters: Record<string, Adapter> = {
  house: houseAdapter,
  spribe: spribeAdapter,
  softswiss: softswissAdapter,
  hub88: hub88Adapter,
}
