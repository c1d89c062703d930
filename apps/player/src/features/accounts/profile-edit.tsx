import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { useSubmit } from '../../shared/form.ts'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import formStyles from '../../shared/page.module.css'
import { translate } from '../../shared/translate.ts'
import { useSession } from '../../shared/session.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'

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
    await navigate(paths.profile)
  })
  return (
    <Page {...ProfileEdit.head(words)}>
      <Card>
        <form method="post" className={formStyles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
          <TextField
            label={words.auth.playerName}
            name="player_name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            required
            value={name}
            onChange={(event) => {
              setTyped(event.target.value)
              form.clear('player_name')
            }}
            hint={`${words.auth.playerNameHint} ${words.profile.nameHint}`}
            errors={form.fields['player_name']}
          />
          <FormMessage>{form.message}</FormMessage>
          <Button type="submit" wide busy={form.busy}>
            {form.busy ? words.auth.working : words.auth.save}
          </Button>
          <Link to={paths.selectAvatar}>{words.profile.chooseAvatar}</Link>
        </form>
      </Card>
    </Page>
  )
}

ProfileEdit.early = true
ProfileEdit.head = (words: Words): PageHead => ({ title: words.profile.edit, lead: words.profile.editLead })
