import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, instant, operatorText, success } from './shapes.ts'

export const staffHealth = operation({
  name: 'staffHealth',
  method: 'GET',
  path: '/staff/health',
  access: 'staff',
  needs: ['health.see'],
  summary: 'State of the system: checks of the books, trial balance, outside services, programs, jobs and audit trail.',
  reply: z.object({
    status: success,
    build: z.string(),
    engine: z.string(),
    started_at: instant,
    invariants: z.object({
      checked_at: z.nullable(instant),
      /** When all books were last checked in full; since then only new entries. */
      whole_at: z.nullable(instant),
      ok: z.nullable(z.boolean()),
      checks: z.array(z.object({ name: z.string(), violations: z.number(), example: z.nullable(z.string()) })),
    }),
    trial_balance: z.array(z.object({ account: z.string(), currency, debit: amountReply, credit: amountReply })),
    services: z.array(z.object({ name: operatorText, ok: z.boolean(), text: operatorText })),
    /** All servers on this database, and the studio and sandbox known to this one. */
    programs: z.array(
      z.object({
        name: z.enum(['server', 'studio', 'sandbox']),
        /** Null if the program does not answer. */
        version: z.nullable(z.string()),
        since: z.nullable(instant),
        machine: z.nullable(z.string()),
        /** False if silent for 45 seconds, or not answering. */
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
        /** False if the last run failed, or is far overdue. */
        ok: z.boolean(),
      }),
    ),
    /** Hash chain over the audit trail; store `head` elsewhere, to detect any rewrite of what it covers. */
    audit: z.object({
      checked_at: z.nullable(instant),
      ok: z.nullable(z.boolean()),
      entries: z.number(),
      head: z.nullable(z.string()),
      /** First changed, missing or moved entry. */
      broken_at: z.nullable(z.string()),
    }),
    /** PostgreSQL primary and its standbys; null on the embedded engine. */
    database: z.nullable(
      z.object({
        /** Address and port; null for a Unix socket. */
        leader: z.nullable(z.string()),
        since: instant,
        /** Commits are waiting for a standby, and none confirms them. */
        writes_wait: z.boolean(),
        /** The server's user lacks the right to see standbys. */
        hidden: z.boolean(),
        standbys: z.array(
          z.object({
            name: z.string(),
            synchronous: z.boolean(),
            streaming: z.boolean(),
            lag_s: z.number(),
            behind_bytes: z.number(),
            /** False if not streaming, or more than ten seconds or 64 MiB behind. */
            ok: z.boolean(),
          }),
        ),
      }),
    ),
    /** Last backup and last test restore; tasks without a record are missing. */
    upkeep: z.array(
      z.object({
        task: z.enum(['backup', 'drill', 'files']),
        ended_at: instant,
        /** `passed`, or a code of the failure. */
        outcome: z.string(),
        took_s: z.number(),
        /** Time of the last success. */
        passed_at: z.nullable(instant),
        /** False if it failed, or the last success is too old. */
        ok: z.boolean(),
      }),
    ),
    /** Open alarms of all servers, and those cleared in the last day, with their notices. */
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
