/** Formats 123456 as 1,234.56. Called each frame, so it uses the slow thousands separators only when needed. */
export function hundredths(value: number): string {
  const whole = Math.floor(value / 100)
  return `${whole < 1000 ? whole : whole.toLocaleString('en')}.${String(value % 100).padStart(2, '0')}`
}

/** Parses a multiplier by its digits; null if invalid or out of range. */
export function readMultiplier(text: string): number | null {
  const match = /^([0-9]{1,5})(?:\.([0-9]{1,2}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return null
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value >= 101 && value <= 1_000_000 ? value : null
}
