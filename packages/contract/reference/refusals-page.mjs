// Generates the reference page of the refusals.

/** A code as a link to its row. */
export const codeLink = (code) => `[\`${code}\`](refusals.md#${code})`

/** @returns {string} the page docs/reference/refusals.md */
export function refusalsPage({ operations, refusals, refusalSentence, commonRefusals }, made) {
  const users = new Map(Object.keys(refusals).map((code) => [code, []]))
  for (const operation of Object.values(operations).flat())
    for (const code of operation.refusals) users.get(code).push(`\`${operation.method} ${operation.path}\``)
  const always = new Map()
  for (const [who, codes] of Object.entries(commonRefusals))
    for (const code of codes) always.set(code, [...(always.get(code) ?? []), who])
  return [
    made('packages/contract'),
    '# Refusals\n',
    'What the API refuses with: a stable code, an HTTP status, and the sentence that a person reads. The reply has the form',
    '`{"status": "error", "status_code": 422, "code": "otp_wrong", "msg": "…", "message": "…", "errors": {"otp": ["…"]} or null}`.',
    'Where a refusal is about fields of a form, `errors` names each with its sentences. `text` and `texts` have the same as codes of the catalogues of texts.\n',
    '| Code | Status | Sentence | Where |',
    '|---|---|---|---|',
    ...Object.entries(refusals).map(([code, { status }]) => {
      const where = [...(always.has(code) ? [`every call for ${always.get(code).join(', ')}`] : []), ...users.get(code)]
      return `| <a id="${code}"></a>\`${code}\` | ${status} | ${refusalSentence(code)} | ${where.join(', ') || 'where it fits'} |`
    }),
    '',
  ].join('\n')
}
