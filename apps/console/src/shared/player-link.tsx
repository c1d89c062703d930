import { Link } from 'react-router'
import { pathOf } from '../app/paths.ts'
import { usePermission } from './session.tsx'

/** A player's name, linked with permission, and the number masked as for the operator. */
export function PlayerLink({ id, name, mobile }: { id: string; name: string; mobile?: string | null | undefined }) {
  const mayOpen = usePermission('players.see')
  return (
    <>
      {mayOpen ? <Link to={pathOf(id) ?? ''}>{name}</Link> : <span translate="no">{name}</span>}
      {mobile ? (
        <>
          {' '}
          <small translate="no">{mobile}</small>
        </>
      ) : null}
    </>
  )
}
