import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { translate } from '../../shared/translate.ts'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { PlayerNameField } from './player-name-field.tsx'

export default function ProfileEdit() {
  const words = useWords()
  const { session, refresh } = useSession()
  const [typed, setTyped] = useState<string>()
  const name = typed ?? (session.state === 'in' ? session.user.player_name : '')
  const toast = useToast()
  const navigate = useNavigate()
  const form = useSubmit(['player_name'], async () => {
    const answer = await call('updateProfile', { body: { player_name: name } })
    toast(translate(answer.text), 'good')
    await refresh()
    navigate(paths.profile)
  })
  return (
    <Page {...ProfileEdit.head(words)}>
      <Card>
        <SubmitForm
          form={form}
          label={words.auth.save}
          foot={
            <>
              <Link to={paths.selectAvatar}>{words.profile.chooseAvatar}</Link>
            </>
          }
        >
          <PlayerNameField
            value={name}
            onValue={(next) => {
              setTyped(next)
              form.clear('player_name')
            }}
            hint={`${words.auth.playerNameHint} ${words.profile.nameHint}`}
            errors={form.fields['player_name']}
          />
        </SubmitForm>
      </Card>
    </Page>
  )
}

ProfileEdit.early = true
ProfileEdit.head = (words: Words): PageHead => ({ title: words.profile.edit, lead: words.profile.editLead })
