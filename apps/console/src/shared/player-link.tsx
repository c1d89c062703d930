import { Link } from 'react-router'
import { pathOf } from '../app/paths.ts'
import { useMay } from './session.tsx'

/** A player's name, which leads to their page for those who may open it. */
export function PlayerLink({ id, name }: { id: string; name: string }) {
  return useMay('players.see') ? <Link to={pathOf(id) ?? ''}>{name}</Link> : <span translate="no">{name}</span>
}
