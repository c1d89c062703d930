import { iconPaths, type IconName } from './icon-paths.ts'

export { iconNames, type IconName } from './icon-paths.ts'

export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <LineIcon path={iconPaths[name]} size={size} />
)

/** Draws a line icon by its path on 24 by 24; it is hidden from a screen reader, since a label stands beside it. */
export function LineIcon({ path, size = 22 }: { path: string; size?: number | undefined }) {
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
      <path d={path} />
    </svg>
  )
}
