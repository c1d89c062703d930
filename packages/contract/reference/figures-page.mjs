// Generates the page of figures from the contract, with the same texts as the console's tooltips.

/**
 * @param {Record<string, { unit: string; name: string; definition: string }>} figures `reportFigures` of the contract
 * @param {Record<string, { name: string; definition: string }>} cohorts `cohortFigures` of the contract
 * @param {Record<string, { name: string; definition: string }>} shift `shiftWork` of the contract
 * @param {{ title: string; about: string; source: string; figures: Record<string, { name: string; definition: string }> }[]} other reports with their own figures
 */
export function figuresPage(figures, cohorts, shift, further, made) {
  const rows = Object.entries(figures).map(
    ([code, { unit, name, definition }]) => `| ${name} | \`${code}\` | ${unit} | ${definition} |`,
  )
  return `# Figures of the reports

${made('packages/contract/src/report-figures.ts')}
Money comes from the ledger, in the days of the market, without test players. [Reports](../concepts/reports.md) explains how it is added up.

| Figure | Code | Unit | Definition |
|---|---|---|---|
${rows.join('\n')}

## Cohorts

A cohort is the players of a market whose first deposit was credited in a month. [Source](../../packages/contract/src/report-cohorts.ts).

| Figure | Definition |
|---|---|
${Object.values(cohorts)
  .map(({ name, definition }) => `| ${name} | ${definition} |`)
  .join('\n')}

## Shift of an operator

Counted from the audit trail of a span of time. Times are medians and 90th percentiles. [Source](../../packages/contract/src/report-shift.ts).

| Work | Code | Definition |
|---|---|---|
${Object.entries(shift)
  .map(([code, { name, definition }]) => `| ${name} | \`${code}\` | ${definition} |`)
  .join('\n')}
${further.map(sectionOf).join('')}`
}

const sectionOf = ({ title, about, source, figures }) => `
## ${title}

${about} [Source](../../packages/contract/src/${source}).

| Figure | Definition |
|---|---|
${Object.values(figures)
  .map(({ name, definition }) => `| ${name} | ${definition} |`)
  .join('\n')}
`
