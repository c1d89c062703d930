import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { addressOf, useLocation, useRouter } from './router.tsx'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the portal. */
  to: string
  /** State passed to the next screen beside its address. */
  state?: unknown
  replace?: boolean
}

/** A tap that asks for no new tab or window. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

/** A link inside the portal, without a page load. */
export function Link({ to, state, replace, onClick, children, ...rest }: LinkProps) {
  const { navigate, here } = useRouter()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event) || (rest.target ?? '_self') !== '_self') return
        event.preventDefault()
        // A link to the current address adds no history entry.
        navigate(to, { state, replace: replace ?? to === addressOf(here()) })
      }}
    >
      {children}
    </a>
  )
}

/** Link marked as current on its own page. */
export function PlaceLink(props: LinkProps) {
  const { pathname, search } = useLocation()
  // Lists of games share a path, so compare the query, too.
  const isHere = (props.to.includes('?') ? pathname + search : pathname) === props.to
  return <Link {...props} {...(isHere ? { 'aria-current': 'page' as const } : {})} />
}
