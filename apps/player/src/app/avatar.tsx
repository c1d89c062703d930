import { Icon } from '@dhow/ui/icons'
import { useState } from 'react'
import { useSession } from '../shared/session.tsx'

/** Default picture, also if the chosen one fails to load. */
const defaultAvatar = '/avatars/dhow.svg'

/** The player's picture, or the default one. */
export function Avatar() {
  const { session } = useSession()
  const [broken, setBroken] = useState<string>()
  if (session.state !== 'in') return <Icon name="person" />
  const { avatar } = session.user
  if (avatar === null || avatar === broken) return <img src={defaultAvatar} alt="" />
  return <img src={avatar} alt="" onError={() => setBroken(avatar)} />
}
