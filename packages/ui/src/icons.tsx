import { iconPaths, type IconName } from './icon-paths.ts'

export { iconNames, type IconName } from './icon-paths.ts'

export const Icon = ({ name, size }: { name: IconName; size?: number }) => (
  <LineIcon path={iconPaths[name]} size={size} />
)

/** Line icon from a path on a 24 by 24 grid; hidden from screen readers, since it has a label beside it. */
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
