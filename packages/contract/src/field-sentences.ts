/** What is said of a field that is not filled in well, where the page says it before the server can. */
export const fieldSentences = {
  player_name: 'Use 3 to 20 letters, digits, dots or underscores',
  mobile: 'Enter your mobile number',
  password: 'Use at least 8 characters',
} as const
