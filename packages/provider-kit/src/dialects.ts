import type { Dialect } from './dialect.ts'
import { dhow } from './dialects/dhow.ts'
import { hub88 } from './dialects/hub88.ts'
import { softswiss } from './dialects/softswiss.ts'
import { spribe } from './dialects/spribe.ts'

/** Every protocol by name. */
export const dialects: Record<string, Dialect> = { dhow, spribe, softswiss, hub88 }
