/** Whether PostgreSQL can store the text: no NUL, and no unpaired surrogates. */
export const isStorable = (text: unknown): text is string => typeof text === 'string' && !unstorable.test(text)

// eslint-disable-next-line no-control-regex -- matches NUL on purpose
const unstorable = /\0|\p{Surrogate}/u

/**
 * Path of the first text in a value that the database cannot store, member names included; undefined if there is none.
 * @example unstorablePath({ a: ['x', '\0'] }) // 'a.1'
 */
export function unstorablePath(value: unknown): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return ''
    const below = unstorablePath(member)
    if (below !== undefined) return below === '' ? name : `${name}.${below}`
  }
  return undefined
}

/** Whether JSON text nests no deeper than this; walking a deeper value would overflow the stack. */
export function isShallowJson(text: string, maxDepth: number): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '[' || character === '{') {
      if (++depth > maxDepth) return false
    } else if (character === ']' || character === '}') depth--
  }
  return true
}
