/** The rules that can be seen while typing; the server has the last word, with a list of its own. */
export function passwordRules(password: string, own: string[]): { length: boolean; own: boolean } {
  const plain = password.toLowerCase()
  // A number is written with gaps and a zero in front, and kept without them.
  const words = own.flatMap((word) => [word, word.replace(/\D/g, ''), word.replace(/\D/g, '').replace(/^0/, '')])
  return {
    length: [...password].length >= 8,
    own: !words.some((word) => word.length >= 4 && plain.includes(word.toLowerCase())),
  }
}
