import type { AnchorHTMLAttributes } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the portal. */
  to: string
  /** State passed to the next screen beside its address. */
  state?: unknown
  replace?: boolean
}

/**
 * A link inside the portal, without a page load. The router's own brings the fetching ahead of a whole framework with it, which the
 * first paint would pay for.
 */
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

/** A link that is marked as current on its own page. */
export function PlaceLink(props: LinkProps) {
  const { pathname, search } = useLocation()
  // Two kinds of games share a path: only the one whose filter stands in the address is here.
  const isHere = (props.to.includes('?') ? pathname + search : pathname) === props.to
  return <Link {...props} {...(isHere ? { 'aria-current': 'page' as const } : {})} />
}
