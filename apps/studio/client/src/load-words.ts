/** The words of a language, and the page marked as being in it; English where there is no other, or it cannot be fetched now. */
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
    // Cut off in this moment: the game can be played all the same.
    return english
  }
}
