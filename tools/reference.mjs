// Writes the reference pages and .env.example; `--check` fails if one is outdated. Needs the built contract and server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tablesPage } from '../apps/server/database/tables-page.mjs'
import { familiesPage } from '../packages/contract/reference/families-page.mjs'
import { figuresPage } from '../packages/contract/reference/figures-page.mjs'
import { operationsPage } from '../packages/contract/reference/operations-page.mjs'
import { permissionsPage } from '../packages/contract/reference/permissions-page.mjs'
import { refusalsPage } from '../packages/contract/reference/refusals-page.mjs'
import { threatsPage } from '../packages/contract/reference/threats-page.mjs'
import { writeOrCheck } from './generated.mjs'
import { root } from './run.mjs'
import { metricsPage } from '../packages/platform/metrics-page.mjs'
import { envExample, settingsPage } from './settings.mjs'

const contract = (name) => import(`../packages/contract/dist/${name}.js`)
const { openApi } = await import('../apps/server/dist/platform/http/openapi.js')
const [{ operations }, { apiBase }, { refusals, refusalSentence, commonRefusals }, { moneyActions }] =
  await Promise.all(['operations', 'operation', 'refusals', 'money-actions'].map(contract))
const { amountPattern, amountReplyPattern } = await contract('money')
const { maxRows, maxTextLength } = await contract('bounded')
const { reportFigures } = await contract('report-figures')
const { cohortFigures } = await contract('report-cohorts')
const { furtherReports } = await contract('report-definitions')
const { shiftWork } = await contract('report-shift')
const { permissions, permissionGroups } = await contract('permissions')
const { givenRoles } = await contract('given-roles')
const { personalFields } = await contract('personal-fields')
const { familyRows } = await contract('deposit-families')
const { metricRows } = await import('../packages/platform/dist/metric-rows.js')
const calls = {
  ...{ operations, apiBase, refusals, refusalSentence, commonRefusals },
  document: openApi(operations, 'Dhow'),
  words: new Map([amountPattern, amountReplyPattern].map(({ source }) => [source, 'amount'])),
  usual: new Set([maxRows, maxTextLength]),
}
const made = (what) => `<!-- Made by \`npm run generate\` from ${what}; change it there. -->\n`
const threats = 'docs/concepts/threats.md'

writeOrCheck(
  new Map([
    ['docs/reference/deposit-families.md', familiesPage(familyRows, made)],
    ['docs/reference/metrics.md', metricsPage(metricRows, made)],
    ['docs/reference/figures.md', figuresPage(reportFigures, cohortFigures, shiftWork, furtherReports, made)],
    ['docs/reference/operations.md', operationsPage(calls, made)],
    [
      'docs/reference/permissions.md',
      permissionsPage({ permissions, permissionGroups, givenRoles, operations, personalFields }, made),
    ],
    ['docs/reference/refusals.md', refusalsPage(calls, made)],
    ['docs/reference/settings.md', settingsPage(made)],
    ['docs/reference/tables.md', tablesPage(join(root, 'apps/server/database'), made)],
    [threats, threatsPage(readFileSync(join(root, threats), 'utf8'), moneyActions)],
    ['.env.example', envExample()],
  ]),
)
