/** Errors of invalid fields that the page shows before the server can. */
export const fieldSentences = {
  player_name: 'Use 3 to 20 letters, digits, dots or underscores',
  mobile: 'Enter your mobile number',
  password: 'Use at least 8 characters',
} as const
