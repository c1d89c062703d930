import { LineIcon } from '@dhow/ui/icons'
import { iconPaths } from '@dhow/ui/icon-paths'

/** Icons of the console only, on a 24 by 24 grid as the shared ones. */
const ownPaths = {
  scales:
    'M12 4v16M7.500 20h9M5 7h14M5 7l-2.500 6a2.600 2.600 0 0 0 5 0L5 7ZM19 7l-2.500 6a2.600 2.600 0 0 0 5 0L19 7Z',
  bank: 'M4 9.500 12 4.500l8 5H4ZM6 9.500V17M10 9.500V17M14 9.500V17M18 9.500V17M4 19.500h16',
  stack: 'M12 4 4 8l8 4 8-4-8-4ZM4 12l8 4 8-4M4 16l8 4 8-4',
  approve: 'M4 12.500 8 16.500 16 7.500M12 15.500l1 1 8-9',
  ticket: 'M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4V6ZM14.500 6v3M14.500 10.500v3M14.500 15v3',
  tag: 'M4 5v6.500l8.500 8.500 7-7L11 4.500H4.500M8 8.500h.01',
  horn: 'M4 10v4h3l8 4.500v-13L7 10H4ZM18.500 9.500a4 4 0 0 1 0 5M7.500 14l1.500 5.500',
  checked: 'M9 5H6v15h12V5h-3M9 3.500h6V7H9V3.500ZM9 13.500l2 2 4-4.500',
  barred: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM6.500 6.500l11 11',
  send: 'M20.500 3.500 10.500 13.500M20.500 3.500l-6.500 17-3.500-7-7-3.500 17-6.500Z',
  plug: 'M9 3.500V8M15 3.500V8M6.500 8h11v3.500a5.500 5.500 0 0 1-11 0V8ZM12 17v4',
  hourglass: 'M7 4h10M7 20h10M8 4v3.500l4 4.500 4-4.500V4M8 20v-3.500l4-4.500 4 4.500V20',
  exchange: 'M4 8.500h15m0 0-4-4m4 4-4 4M20 15.500H5m0 0 4-4m-4 4 4 4',
  page: 'M4 5h16v14H4V5ZM4 9h16M8 13h4v3H8v-3ZM15 13h2M15 16h2',
  chart: 'M4 4v16h16M8 16.500V12M12 16.500V8M16 16.500v-6',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0V4ZM8 5.500H4.500V7A3.500 3.500 0 0 0 8 10.500M16 5.500h3.500V7a3.500 3.500 0 0 1-3.500 3.500M12 14v3M8.500 20h7M9.500 17h5v3h-5v-3Z',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 19.500c.9-3 3.400-4.500 6.500-4.500s5.600 1.500 6.500 4.500M16 5a3.500 3.500 0 0 1 0 6.500M18 15.500c1.800.6 3 2 3.500 4',
} as const

const paths = { ...iconPaths, ...ownPaths }
export type ConsoleIconName = keyof typeof paths

/** Icon of the console, or a shared one, by name. */
export const ConsoleIcon = ({ name, size }: { name: ConsoleIconName; size?: number }) => (
  <LineIcon path={paths[name]} size={size} />
)
