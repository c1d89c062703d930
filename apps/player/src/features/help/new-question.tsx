import { helpCategories } from '@dhow/contract/help-categories'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { SelectField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { conversationPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { messageFaults, MessageFields, useTyped } from './message-fields.tsx'

/** Form for a new conversation: subject, first message, picture. */
export function NewQuestion() {
  const words = useWords()
  const navigate = useNavigate()
  const toast = useToast()
  const client = useQueryClient()
  const [category, setCategory] = useState('')
  const typed = useTyped()
  const form = useSubmit(
    ['category', 'text', 'image'],
    async () => {
      const { conversation } = await call('openConversation', {
        form: typed.body({ category }),
        key: typed.key.current,
      })
      client.setQueryData(['conversation', conversation.id], conversation)
      toast(words.help.sent, 'good')
      navigate(conversationPath(conversation.id))
    },
    () => ({
      ...(category === '' ? { category: [words.help.categoryNeeded] } : {}),
      ...messageFaults(words, typed),
    }),
  )
  return (
    <Card>
      <SubmitForm form={form} label={words.help.send} working={words.help.sending}>
        <h2>{words.help.start}</h2>
        <SelectField
          label={words.help.category}
          name="category"
          hint={category === 'complaint' ? words.help.complaintHint : undefined}
          required
          value={category}
          onChange={(event) => {
            typed.renew()
            setCategory(event.target.value)
            form.clear('category')
          }}
          errors={form.fields['category']}
        >
          <option value="">{words.help.choose}</option>
          {helpCategories.map((one) => (
            <option key={one} value={one}>
              {words.help.categories[one]}
            </option>
          ))}
        </SelectField>
        <MessageFields typed={typed} form={form} />
      </SubmitForm>
    </Card>
  )
}
