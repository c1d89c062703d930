import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the portal. */
  to: string
  /** State passed to the next screen beside its address. */
  state?: unknown
  replace?: boolean
}

/** Link inside the portal, without a page load. The router's own would add a framework's prefetching to the first script. */
export function Link({ to, state, replace, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, ...(replace === undefined ? {} : { replace }) })
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
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
