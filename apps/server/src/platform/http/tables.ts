import type { Generated } from 'kysely'

declare module '../db/tables.ts' {
  interface Tables {
    'platform.idempotent_call': {
      player_id: string
      key: string
      operation: string
      content_hash: Buffer
      reply: unknown
      created_at: Generated<Date>
    }
  }
}
