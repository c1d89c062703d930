const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A client seed from the browser's random source: twenty of thirty-two letters, a hundred bits. */
export const randomSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]).join('')
