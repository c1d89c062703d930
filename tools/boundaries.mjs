// Checks the SQL of the server against the levels of its features, as oxlint checks the imports (packages/lint/boundaries.mjs).
import { findTableFaults } from '../apps/server/database/boundaries/table-boundaries.mjs'
import { isBelow } from '../packages/lint/boundaries.mjs'
import { readSources } from '../packages/lint/sources.mjs'

for (const fault of findTableFaults(readSources(), isBelow)) {
  console.log(fault)
  process.exitCode = 1
}
