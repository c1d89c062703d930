/** Rules shown while typing; the server decides, and checks its own list too. */
export function passwordRules(password: string, own: string[]): { length: boolean; own: boolean } {
  const plain = password.toLowerCase()
  // Compare numbers without spaces and leading zero, too.
  const words = own.flatMap((word) => [word, word.replace(/\D/g, ''), word.replace(/\D/g, '').replace(/^0/, '')])
  return {
    length: [...password].length >= 8,
    own: !words.some((word) => word.length >= 4 && plain.includes(word.toLowerCase())),
  }
}
