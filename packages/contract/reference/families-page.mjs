// Generates the reference page of the deposit families from their rows.

/** @returns {string} the page docs/reference/deposit-families.md */
export function familiesPage(familyRows, made) {
  const code = (text) => `\`${text}\``
  const railsOf = ({ rails }) =>
    Object.entries(rails)
      .map(([rail, { reference }]) => `${code(rail)} (${reference})`)
      .join(', ')
  return [
    made('packages/contract/src/deposit-families.ts'),
    '# Families of deposits\n',
    'The forms by which players report a payment. [How to add one](../add-a-payment-family.md), and [how deposits work](../concepts/deposits.md).\n',
    '| Family | Number | Market | Name | Rails, with the format of their references | Screenshot | Form | History |',
    '|---|---|---|---|---|---|---|---|',
    ...familyRows.map((row) => {
      const { family, number, market, label, proofRequired, formPath, historyPath } = row
      const screenshot = proofRequired ? 'needed' : 'welcome'
      return `| ${code(family)} | ${number} | ${market} | ${label} | ${railsOf(row)} | ${screenshot} | ${code(formPath)} | ${code(historyPath)} |`
    }),
    '',
  ].join('\n')
}
