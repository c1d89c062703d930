import { Icon } from '@dhow/ui/icons'
import { useState } from 'react'
import { useSession } from '../shared/session.tsx'

/** Picture of who chose none, and in place of one that does not come. */
const defaultAvatar = '/avatars/dhow.svg'

/** The player's picture; the default one where they chose none, or theirs does not come. */
export function Avatar() {
  const { session } = useSession()
  const [broken, setBroken] = useState<string>()
  if (session.state !== 'in') return <Icon name="person" />
  const { avatar } = session.user
  if (avatar === null || avatar === broken) return <img src={defaultAvatar} alt="" />
  return <img src={avatar} alt="" onError={() => setBroken(avatar)} />
}
