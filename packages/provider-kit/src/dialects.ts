import type { Dialect } from './dialect.ts'
import { house } from './dialects/house.ts'
import { hub88 } from './dialects/hub88.ts'
import { softswiss } from './dialects/softswiss.ts'
import { spribe } from './dialects/spribe.ts'

/** Every protocol by name. */
export const dialects: Record<string, Dialect> = { house, spribe, softswiss, hub88 }
