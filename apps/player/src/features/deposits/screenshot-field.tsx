import { useEffect, useId, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { en } from '../../shared/words/en.ts'
import styles from './deposits.module.css'

const words = en.deposit
const limitBytes = 5 * 1024 * 1024

/** The sentence about a chosen file before it is sent; the server looks at its content. */
export function screenshotFault(file: File | undefined, required: boolean): string | undefined {
  if (!file) return required ? words.imageNeeded : undefined
  if (!file.type.startsWith('image/')) return words.imagesOnly
  if (file.size > limitBytes) return words.imageTooLarge
  return undefined
}

/** Takes one picture, from the camera or the gallery, and shows it. */
export function ScreenshotField({
  file,
  onFile,
  required,
  errors,
}: {
  file: File | undefined
  onFile: (file: File | undefined) => void
  required: boolean
  errors: string[] | undefined
}) {
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
        <strong>{required ? words.screenshot : words.screenshotOptional}</strong>
      </label>
      {/* A new key empties the browser's own field once the picture is taken away. */}
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
          {url ? <img className={styles['preview']} src={url} alt={words.preview} /> : null}
          <div>
            {file.name}{' '}
            <Button kind="quiet" small onClick={() => onFile(undefined)}>
              {words.remove}
            </Button>
          </div>
        </>
      ) : null}
      <p id={`${id}-words`} className={errors ? styles['error'] : styles['hint']} role={errors ? 'alert' : undefined}>
        {errors?.join(' ') ?? words.screenshotHint}
      </p>
    </div>
  )
}
