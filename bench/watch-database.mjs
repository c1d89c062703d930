// Describes the sessions of a PostgreSQL under a bench's load, sampled ten times a second by a separate process (psql), so that stalls of the
// bench's own event loop hide nothing.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPostgres } from '../packages/platform/testing/postgres.mjs'

const eachMs = 100
const longMs = 300
const look = `select json_build_object('at', (extract(epoch from clock_timestamp()) * 1000)::bigint, 'busy',
  coalesce(json_agg(json_build_object('kind', backend_type, 'wait', coalesce(wait_event_type || ' ' || wait_event, 'processor'), 'state', state,
    'ms', (extract(epoch from clock_timestamp() - coalesce(xact_start, query_start)) * 1000)::bigint, 'query', left(regexp_replace(query, '\\s+', ' ', 'g'), 90))), '[]'))
  from pg_stat_activity where pid <> pg_backend_pid() and (datname = current_database() and (state <> 'idle' or backend_type <> 'client backend')
    or backend_type = 'checkpointer' and wait_event <> 'CheckpointerMain')`

/**
 * Starts sampling. `between` describes the time between two moments (of Date.now()), `rows` the whole time for a report.
 * @param {string} url
 */
export function watchDatabase(url) {
  const psql = spawn(join(findPostgres(), 'psql'), [url, '-qAtX'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const looks = []
  createInterface({ input: psql.stdout }).on('line', (line) => {
    if (line.startsWith('{')) looks.push(JSON.parse(line))
  })
  psql.stdin.write(`${look} \\watch ${eachMs / 1_000}\n`)
  const ended = new Promise((resolve) => psql.once('exit', resolve))
  return {
    async stop() {
      psql.kill('SIGTERM')
      await ended
    },
    between(fromMs, toMs) {
      const seen = looks.filter(({ at }) => at >= fromMs && at <= toMs)
      return [
        ...tally(
          seen.flatMap(({ busy }) => busy.map((one) => `${one.kind}, ${one.wait}, ${one.state ?? ''}: ${one.query}`)),
        ),
      ]
        .slice(0, 12)
        .map(([what, times]) => `${times} of ${seen.length} looks: ${what}`)
    },
    rows() {
      const all = looks.flatMap(({ busy }) => busy)
      const waits = tally(all.map(({ wait }) => wait)).slice(0, 6)
      const long = new Map()
      for (const { query, ms, kind } of all)
        if (ms > longMs) long.set(`${kind} ${query}`, Math.max(ms, long.get(`${kind} ${query}`) ?? 0))
      const busiest = Math.max(
        0,
        ...looks.map(({ busy }) => busy.filter(({ kind }) => kind === 'client backend').length),
      )
      const gaps = looks.map(({ at }, index) => at - (looks[index - 1]?.at ?? at))
      return [
        {
          what: 'database samples, longest interval',
          value: `${looks.length}, ${Math.max(0, ...gaps)} ms`,
        },
        { what: 'busy connections, peak', value: String(busiest) },
        {
          what: 'sessions waiting for a lock, peak',
          value: String(
            Math.max(0, ...looks.map(({ busy }) => busy.filter(({ wait }) => wait.startsWith('Lock')).length)),
          ),
        },
        ...waits.map(([what, times]) => ({ what: `  sessions seen at: ${what}`, value: String(times) })),
        ...[...long]
          .sort((a, b) => b[1] - a[1])
          .slice(0, 8)
          .map(([what, ms]) => ({ what: `  longest: ${what.slice(0, 100)}`, value: `${ms} ms` })),
      ]
    },
  }
}

/** Number of occurrences of each text, most frequent first. */
function tally(texts) {
  const counted = new Map()
  for (const text of texts) counted.set(text, (counted.get(text) ?? 0) + 1)
  return [...counted].sort((a, b) => b[1] - a[1])
}
