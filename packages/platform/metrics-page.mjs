// Generates docs/reference/metrics.md from the table in packages/platform/src/metric-rows.ts.

/**
 * @param {Record<string, { kind: string, programs: string[], labels: string[], text: string }>} rows
 * @param {(from: string) => string} made makes the line about the page's source
 */
export function metricsPage(rows, made) {
  const lines = [
    made('packages/platform/src/metric-rows.ts'),
    '# Metrics\n',
    'Each program answers at `/metrics` on a port of its own, in Prometheus’ text format, once `METRICS_PORT` (the server), `STUDIO_METRICS_PORT` or `SANDBOX_METRICS_PORT`',
    'is set; `METRICS_HOST` is the address. No series names a person: routes are patterns, codes are the contract’s, services are hosts. Beside these stand',
    'those of Node itself (`process_…`, `nodejs_…`): processor, memory, event loop, garbage collection.\n',
    'Rules and dashboards that use them are in `deploy/observe`; what to do about an alert stands in [the runbook](../runbook.md).\n',
    '| Metric | Kind | Programs | Labels | Meaning |',
    '|---|---|---|---|---|',
    ...Object.entries(rows).map(
      ([name, { kind, programs, labels, text }]) =>
        `| \`${name}\` | ${kind} | ${programs.join(', ')} | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${text}. |`,
    ),
    '',
  ]
  return lines.join('\n')
}
