import { BaseSequencer } from 'vitest/node'

/** Test files that take longest of their project, longest first; a clean clone knows no times yet, and vitest takes size for time. */
const long = [
  'faults/kill-play.test.ts',
  'faults/kill-deposits.test.ts',
  'src/with-server.test.ts',
  'tools/start.test.mjs',
  'src/edges.test.ts',
  'copies/compare.test.ts',
  'server/test/take-over.test.ts',
  'server/test/conformance.test.ts',
  'seed/seed.test.ts',
  'payments/redirect-payments.test.ts',
  'server/test/amounts.test.ts',
  'deposits/copies.test.ts',
  'wallet/check-books.test.ts',
  'payments/vouchers.test.ts',
  'wallet/wallet-model.test.ts',
  'src/phases.test.ts',
  'instant/http-api.test.ts',
]
const rank = ({ moduleId }) => {
  const place = long.findIndex((name) => moduleId.endsWith(name))
  return place === -1 ? long.length : place
}

/** One project after the other, since each has workers of its own; in it begins what takes longest, so that at the end no processor waits for one file alone. */
export class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const projects = this.ctx.projects.map(({ name }) => name)
    const place = ({ project }) => projects.indexOf(project.name)
    return (await super.sort(files)).sort((a, b) => place(a) - place(b) || rank(a) - rank(b))
  }
}
