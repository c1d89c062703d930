// Generates the table of money actions in the page of threats.

/**
 * Fills in the table between two markers.
 * @param {string} page content of docs/concepts/threats.md
 */
export function threatsPage(page, moneyActions) {
  const [begin, end] = ['<!-- money actions: begin -->', '<!-- money actions: end -->']
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
  const effects = {
    raises: 'raises',
    frees: 'frees',
    moves_out: 'moves out',
    loosens: 'loosens',
    takes: 'takes back',
    keeps: 'keeps',
  }
  const seconds = {
    amounts: 'from the action’s amount, and past the sums of the day',
    always: 'always',
    never: 'no',
  }
  const rows = Object.entries(moneyActions).map(([name, action]) => {
    const evidence = action.evidence.map((one) => one.replaceAll('_', ' ')).join(', ') || 'none'
    const reasons = action.reasons.map((reason) => `\`${reason}\``).join(', ') || 'none'
    const threshold = action.second === 'amounts' ? `\`approvals.thresholds.${name}\`, else \`four_eyes\`` : 'none'
    return `| ${action.title} | ${action.feature} | ${effects[action.effect]} | ${action.by} | ${action.gate} | ${threshold} | ${seconds[action.second]} | ${evidence} | ${reasons} |`
  })
  const table = [
    '| Action | Feature | Effect | By | Gate | Threshold | Second person | Evidence | Postings |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ]
  return `${page.slice(0, before)}\n\n${table.join('\n')}\n\n${page.slice(after)}`
}
