import { useEffect, useId, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { useWords, type Words } from './words/words.tsx'
import styles from './screenshot-field.module.css'

const limitBytes = 5 * 1024 * 1024

/** Error of a chosen file before sending; the server checks its content. */
export function screenshotFault(words: Words, file: File | undefined, required: boolean): string | undefined {
  if (!file) return required ? words.deposit.imageNeeded : undefined
  if (!file.type.startsWith('image/')) return words.deposit.imagesOnly
  if (file.size > limitBytes) return words.deposit.imageTooLarge
  return undefined
}

/** Field for one picture, from the camera or the gallery, with a preview. */
export function ScreenshotField({
  file,
  onFile,
  required,
  errors,
  label,
  hint,
}: {
  file: File | undefined
  onFile: (file: File | undefined) => void
  required: boolean
  errors: string[] | undefined
  /** Default label and hint: those of a payment's screenshot. */
  label?: string
  hint?: string
}) {
  const words = useWords()
  const id = useId()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className={styles['drop']}>
      <label htmlFor={id}>
        <strong>{label ?? (required ? words.deposit.screenshot : words.deposit.screenshotOptional)}</strong>
      </label>
      {/* A new key empties the file input when the picture is removed. */}
      <input
        key={file ? 'chosen' : 'empty'}
        hidden={file !== undefined}
        id={id}
        type="file"
        accept="image/*"
        aria-describedby={`${id}-words`}
        aria-invalid={errors !== undefined || undefined}
        onChange={(event) => onFile(event.target.files?.[0])}
      />
      {file ? (
        <>
          {url ? <img className={styles['preview']} src={url} alt={words.deposit.preview} /> : null}
          <div>
            {file.name}{' '}
            <Button kind="quiet" small onClick={() => onFile(undefined)}>
              {words.deposit.remove}
            </Button>
          </div>
        </>
      ) : null}
      <p id={`${id}-words`} className={errors ? styles['error'] : styles['hint']} role={errors ? 'alert' : undefined}>
        {errors?.join(' ') ?? hint ?? words.deposit.screenshotHint}
      </p>
    </div>
  )
}
