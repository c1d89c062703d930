/** Loads the words of a language and sets the page's language; English if there are none or loading fails. */
export async function loadWords<Words>(
  language: string,
  english: Words,
  others: Record<string, () => Promise<Words>>,
): Promise<Words> {
  const code = language.slice(0, 2)
  try {
    const words = await others[code]?.()
    document.documentElement.lang = words ? code : 'en'
    return words ?? english
  } catch {
    // No connection: play in English.
    return english
  }
}
