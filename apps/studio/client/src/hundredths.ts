/** 123456 is 1,234.56. It is asked for in each frame, and asking for the commas takes its time. */
export function hundredths(value: number): string {
  const whole = Math.floor(value / 100)
  return `${whole < 1000 ? whole : whole.toLocaleString('en')}.${String(value % 100).padStart(2, '0')}`
}

/** Reads a multiplier by its digits; null where there is none within the range. */
export function readMultiplier(text: string): number | null {
  const match = /^([0-9]{1,5})(?:\.([0-9]{1,2}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return null
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value >= 101 && value <= 1_000_000 ? value : null
}
