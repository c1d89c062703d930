import { useRef, useState } from 'react'
import type { FormState } from '../../shared/form.ts'
import { newKey } from '../../shared/api.ts'
import { ScreenshotField, screenshotFault } from '../../shared/screenshot-field.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { TextAreaField } from '@dhow/ui/field'

/** State of a message being typed: kept after errors, with one idempotency key for each content. */
export function useTyped() {
  const [text, setText] = useState('')
  const [image, setImage] = useState<File>()
  const key = useRef(newKey())
  const renew = () => {
    key.current = newKey()
  }
  return {
    text,
    image,
    key,
    renew,
    change(changed: { text?: string; image?: File | undefined }) {
      renew()
      if (changed.text !== undefined) setText(changed.text)
      if ('image' in changed) setImage(changed.image)
    },
    clear() {
      renew()
      setText('')
      setImage(undefined)
    },
    /** Body of the request. */
    body(fields: Record<string, string> = {}) {
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...fields, text: text.trim() })) body.set(name, value)
      if (image) body.set('image', image, image.name)
      return body
    },
  }
}
export type Typed = ReturnType<typeof useTyped>

/** Errors of a message that can be found before sending. */
export function messageFaults(words: Words, { text, image }: Typed): Record<string, string[]> {
  const picture = screenshotFault(words, image, false)
  return {
    ...(text.trim() === '' ? { text: [words.help.messageNeeded] } : {}),
    ...(picture ? { image: [picture] } : {}),
  }
}

/** Fields for the text and picture of a message. */
export function MessageFields({ typed, form }: { typed: Typed; form: FormState & { clear(field: string): void } }) {
  const words = useWords()
  return (
    <>
      <TextAreaField
        label={words.help.message}
        name="text"
        rows={4}
        maxLength={1_000}
        required
        value={typed.text}
        onChange={(event) => {
          typed.change({ text: event.target.value })
          form.clear('text')
        }}
        errors={form.fields['text']}
      />
      <ScreenshotField
        label={words.help.addPicture}
        hint={words.help.pictureHint}
        file={typed.image}
        required={false}
        onFile={(image) => {
          typed.change({ image })
          form.clear('image')
        }}
        errors={form.fields['image']}
      />
    </>
  )
}
