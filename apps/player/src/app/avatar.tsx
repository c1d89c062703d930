import { Icon } from '@dhow/ui/icons'
import { useState } from 'react'
import { useSession } from '../shared/session.tsx'

/** Picture in place of one that does not come. */
const defaultAvatar = '/avatars/dhow.svg'

/** The player's picture; the default one where it does not come, and their initial where they chose none. */
export function Avatar() {
  const { session } = useSession()
  const [broken, setBroken] = useState<string>()
  if (session.state !== 'in') return <Icon name="person" />
  const { avatar, player_name } = session.user
  return avatar ? (
    <img src={avatar === broken ? defaultAvatar : avatar} alt="" onError={() => setBroken(avatar)} />
  ) : (
    player_name.slice(0, 1)
  )
}
