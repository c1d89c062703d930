const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A client seed out of the browser's own chance: twenty letters of thirty-two, a hundred bits. */
export const randomSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]).join('')
