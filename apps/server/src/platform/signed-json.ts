/** Strings come first, so that nothing inside one matches as anything else. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g

/**
 * Parses JSON with each number as its text, so that an amount never becomes a floating point number.
 * @throws SyntaxError for invalid JSON
 */
export function numbersAsText(json: string): unknown {
  JSON.parse(json)
  return JSON.parse(json.replace(token, (part) => (/^[-\d]/.test(part) ? `"${part}"` : part)))
}

/**
 * Raw text of one member of a JSON object, for signatures over raw bytes. Undefined if the text is no object, or has
 * the member not at all or twice, because parsers differ in which of two they take.
 */
export function memberText(json: string, name: string): string | undefined {
  try {
    JSON.parse(json)
  } catch {
    return undefined
  }
  let depth = 0
  let found: { from: number; to: number } | undefined
  let isKey = false
  let open = false
  for (const match of json.matchAll(token)) {
    const [part] = match
    const end = match.index + part.length
    if (open && part !== ':' && found && found.from < 0) found.from = match.index
    if (part === '}' || part === ']') depth--
    if (open && found && found.from >= 0 && depth === 1 && !(part === '{' || part === '[')) {
      found.to = end
      open = false
      isKey = false
      continue
    }
    if (part === '{' || part === '[') {
      depth++
      if (depth === 1) {
        if (part === '[') return undefined
        isKey = true
      }
      continue
    }
    if (depth !== 1 || open) continue
    if (part === ',') isKey = true
    else if (isKey && part.startsWith('"')) {
      isKey = false
      if (JSON.parse(part) !== name) continue
      if (found) return undefined
      found = { from: -1, to: -1 }
      open = true
    }
  }
  return found && found.to > 0 ? json.slice(found.from, found.to) : undefined
}

/** The one other serialisation that a service may have signed: without whitespace, characters and slashes unescaped. */
export function rewritten(json: string): string {
  return (json.match(token) ?? [])
    .map((part) => (part.startsWith('"') ? JSON.stringify(JSON.parse(part)) : part))
    .join('')
}
