// The page of figures, made from the contract: the same words as the tooltips of the console.

/** @param {Record<string, { unit: string; name: string; definition: string }>} figures `reportFigures` of the contract */
export function figuresPage(figures, made) {
  const rows = Object.entries(figures).map(
    ([code, { unit, name, definition }]) => `| ${name} | \`${code}\` | ${unit} | ${definition} |`,
  )
  return `# Figures of the reports

${made('packages/contract/src/report-figures.ts')}
Money comes from the ledger, in the days of the market, without test players. [Reports](../concepts/reports.md) explains how it is added up.

| Figure | Code | Unit | Definition |
|---|---|---|---|
${rows.join('\n')}
`
}
