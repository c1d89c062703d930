/** The mark: a dhow's lateen sail over two waves. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M15 3.5c1.6 7.6 5.6 13.4 12 17.2L15 22.5V3.5Z" fill="var(--accent)" />
      <path d="M13 8.5v13.7l-8.2-.6C8.400 18.300 11.200 14 13 8.500Z" fill="var(--text)" opacity="0.9" />
      <path
        d="M3 25.200c2.200 0 2.200 1.600 4.300 1.600s2.200-1.600 4.300-1.600 2.200 1.600 4.400 1.600 2.200-1.600 4.300-1.600 2.200 1.600 4.400 1.600 2.100-1.600 4.300-1.600"
        fill="none"
        stroke="var(--info)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

export function Wordmark({ name }: { name: string }) {
  return <span translate="no">{name}</span>
}
