import type { IconName } from '@dhow/ui/icon-paths'

export type { IconName } from '@dhow/ui/icon-paths'

/** Icon of the SVG sprite in every page, which keeps icons out of the first script; the build replaces `@dhow/ui/icons` by it. */
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
      <use href={`#icon-${name}`} />
    </svg>
  )
}
