import { noticeChannelKinds, type NoticeChannel, type NoticeChannelKind } from '@dhow/contract/notice-channels'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.notices

/** Adds a channel, or changes one. */
export function ChannelForm({
  channel,
  close,
  made,
}: {
  channel: NoticeChannel | undefined
  close: () => void
  made: (secret: { name: string; secret: string }) => void
}) {
  const [name, setName] = useState(channel?.name ?? '')
  const [kind, setKind] = useState<NoticeChannelKind>(channel?.kind ?? 'email')
  const [address, setAddress] = useState(channel?.address ?? '')
  const [active, setActive] = useState(channel?.active ?? true)
  const refresh = useRefresh()
  const save = useMutation({
    async mutationFn() {
      if (channel) {
        await call('changeNoticeChannel', { params: { id: channel.id }, body: { name, address, active } })
        return null
      }
      return (await call('addNoticeChannel', { body: { name, kind, address } })).secret
    },
    onSuccess(secret) {
      if (secret !== null) made({ name, secret })
      refresh('notice-channels', 'audit')
      close()
    },
  })
  return (
    <ActionForm
      title={channel ? words.changeChannel : words.addChannel}
      lead={words.channelLead}
      confirm={words.save}
      action={save}
      cancel={close}
    >
      <div className={form['pair']}>
        <TextField
          label={words.name}
          {...asTyped(name, setName, errorsOf(save.error, 'name'))}
          maxLength={60}
          autoComplete="off"
          autoFocus
          required
        />
        {channel ? null : (
          <ChoiceField
            label={words.channelKind}
            choices={noticeChannelKinds}
            words={words.channelKinds}
            value={kind}
            set={setKind}
            errors={errorsOf(save.error, 'kind')}
          />
        )}
        <TextField
          label={words.address[kind]}
          type={kind === 'email' ? 'email' : 'url'}
          {...asTyped(address, setAddress, errorsOf(save.error, 'address'))}
          maxLength={400}
          autoComplete="off"
          required
        />
      </div>
      {channel ? (
        <CheckField checked={active} onChange={() => setActive(!active)}>
          {words.isActive}
        </CheckField>
      ) : null}
    </ActionForm>
  )
}
