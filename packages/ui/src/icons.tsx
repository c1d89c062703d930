/** Our own line icons, drawn on 24 by 24. */
const paths = {
  home: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5',
  games:
    'M7 8h10a4 4 0 0 1 4 4v2a3 3 0 0 1-5.500 1.600L14.500 14h-5l-1 1.600A3 3 0 0 1 3 14v-2a4 4 0 0 1 4-4ZM8 10.500v3M6.500 12h3M16 11.500h.01M18 13h.01',
  wallet:
    'M4 7.500A2.500 2.500 0 0 1 6.500 5H17v3M4 7.500V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H6.500A2.500 2.500 0 0 1 4 7.500ZM16 13.500h.01',
  history: 'M12 7v5l3 2M4.500 12a7.500 7.500 0 1 0 2.300-5.400M4 4v3.500h3.500',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20c1.200-3.400 4-5 7.500-5s6.300 1.600 7.500 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'm20 20-4.200-4.200M17.500 11a6.500 6.500 0 1 1-13 0 6.500 6.500 0 0 1 13 0Z',
  plus: 'M12 5v14M5 12h14',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  cards: 'M5 7.500 13 5l4 12.500-8 2.500L5 7.500ZM15 5.500l4 1-2.500 10.500',
  wave: 'M3 17c3 0 6-2 8.500-6S17 5 21 5M21 5l-4-.5M21 5l-1.500 3.800M3 20.500h18',
  grid: 'M4.500 4.500h6v6h-6v-6ZM13.500 4.500h6v6h-6v-6ZM4.500 13.500h6v6h-6v-6ZM13.500 13.500h6v6h-6v-6Z',
  help: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM9.500 9.500a2.500 2.500 0 1 1 3.600 2.300c-.8.4-1.100.9-1.100 1.700M12 16.500h.01',
  heart: 'M12 19.500S4.500 15 4.500 9.500A4 4 0 0 1 12 7.500a4 4 0 0 1 7.500 2c0 5.500-7.500 10-7.500 10Z',
  paper: 'M7 3.500h7l4 4v13H7v-17ZM13.500 3.500V8H18M10 12h5M10 15.500h5',
  lock: 'M6.500 11h11v8.500h-11V11ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  out: 'M14 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h8M11 12h9m0 0-3-3m3 3-3 3',
  back: 'M19 12H5m0 0 5-5m-5 5 5 5',
  up: 'M12 20V6m0 0-5 5m5-5 5 5',
  down: 'M12 4v14m0 0-5-5m5 5 5-5',
  gift: 'M4 10h16v3H4zM5.500 13v7h13v-7M12 10v10M12 10c-4 0-5.500-1.500-5.500-3S9 4.500 12 10Zm0 0c4 0 5.500-1.500 5.500-3S15 4.500 12 10Z',
  pulse: 'M3 12h4l2.500-6 4 12 2.500-6h5',
  key: 'M8.500 16a4 4 0 1 1 3.500-6h8v3h-2.500v2.500H15V13h-3a4 4 0 0 1-3.500 3ZM8.500 12h.01',
} as const
export type IconName = keyof typeof paths
export const iconNames = Object.keys(paths) as IconName[]

export function Icon({ name, size = 22 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
