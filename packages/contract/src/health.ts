import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, instant, operatorText, success } from './shapes.ts'

export const staffHealth = operation({
  name: 'staffHealth',
  method: 'GET',
  path: '/staff/health',
  access: 'staff',
  needs: ['health.see'],
  summary: 'Whether everything adds up and everything answers.',
  reply: z.object({
    status: success,
    build: z.string(),
    engine: z.string(),
    started_at: instant,
    invariants: z.object({
      checked_at: z.nullable(instant),
      /** When all of the books were read last; since then, what came. */
      whole_at: z.nullable(instant),
      ok: z.nullable(z.boolean()),
      checks: z.array(z.object({ name: z.string(), violations: z.number(), example: z.nullable(z.string()) })),
    }),
    trial_balance: z.array(z.object({ account: z.string(), currency, debit: amountReply, credit: amountReply })),
    services: z.array(z.object({ name: operatorText, ok: z.boolean(), text: operatorText })),
    /** Every server on this database, and the studio and the sandbox that this one knows. */
    programs: z.array(
      z.object({
        name: z.enum(['server', 'studio', 'sandbox']),
        /** Null of a program that does not answer. */
        version: z.nullable(z.string()),
        since: z.nullable(instant),
        machine: z.nullable(z.string()),
        /** False where it has been silent for 45 seconds, or does not answer. */
        ok: z.boolean(),
      }),
    ),
    /** Periodic jobs of this server. */
    jobs: z.array(
      z.object({
        name: z.string(),
        each_s: z.number(),
        last_run_at: z.nullable(instant),
        took_ms: z.number(),
        failures: z.number(),
        /** False where it failed last, or has not run for far longer than it should. */
        ok: z.boolean(),
      }),
    ),
    /** The chain of hashes over the audit trail; `head` is worth keeping outside, since nobody can rewrite what it covers. */
    audit: z.object({
      checked_at: z.nullable(instant),
      ok: z.nullable(z.boolean()),
      entries: z.number(),
      head: z.nullable(z.string()),
      /** The first entry that is not as it was written, or not where it was. */
      broken_at: z.nullable(z.string()),
    }),
    /** The PostgreSQL that takes the writes, and its standbys; null of the embedded engine. */
    database: z.nullable(
      z.object({
        /** Address and port; null over a socket of the system. */
        leader: z.nullable(z.string()),
        since: instant,
        /** Commits wait for a standby, and none takes them. */
        writes_wait: z.boolean(),
        /** The server's user may not see standbys. */
        hidden: z.boolean(),
        standbys: z.array(
          z.object({
            name: z.string(),
            synchronous: z.boolean(),
            streaming: z.boolean(),
            lag_s: z.number(),
            behind_bytes: z.number(),
            /** False where it does not stream, or is more than ten seconds or 64 MiB behind. */
            ok: z.boolean(),
          }),
        ),
      }),
    ),
    /** Last backup and last restore for trial; tasks that were never noted are missing. */
    upkeep: z.array(
      z.object({
        task: z.enum(['backup', 'drill', 'files']),
        ended_at: instant,
        /** `passed`, or one word that says why not. */
        outcome: z.string(),
        took_s: z.number(),
        /** When one passed last. */
        passed_at: z.nullable(instant),
        /** False where it did not pass, or the last that passed is too long ago. */
        ok: z.boolean(),
      }),
    ),
    /** Open alarms of all servers and those cleared in the last day, with their notices. */
    alarms: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        subject: z.string(),
        text: operatorText,
        since: instant,
        cleared_at: z.nullable(instant),
        notices: z.array(
          z.object({
            kind: z.enum(['raised', 'reminder', 'cleared']),
            channel: z.enum(['webhook', 'email']),
            sent_at: z.nullable(instant),
          }),
        ),
      }),
    ),
  }),
  refusals: [],
})

export const healthOperations = [staffHealth]
