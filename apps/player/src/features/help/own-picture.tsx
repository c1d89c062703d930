import { pathOfCall } from '@dhow/client/caller'
import { calls } from '@dhow/contract/calls'
import { useEffect, useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { fetchFile } from '../../shared/download.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './help.module.css'

/** Picture sent by the player, fetched on request to save data; needs the token, so an address alone would not open it. */
export function OwnPicture({ id }: { id: string }) {
  const words = useWords()
  const [url, setUrl] = useState<string>()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  const show = async () => {
    setState('busy')
    try {
      const response = await fetchFile(pathOfCall(calls.ownHelpPicture).replace(':id', encodeURIComponent(id)))
      if (!response.ok) throw new Error(`the picture answered ${response.status}`)
      setUrl(URL.createObjectURL(await response.blob()))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  if (url !== undefined) return <img className={styles['picture']} src={url} alt={words.help.picture} />
  return (
    <>
      <Button kind="quiet" small busy={state === 'busy'} onClick={() => void show()}>
        {words.help.showPicture}
      </Button>
      {state === 'failed' ? (
        <Notice tone="bad" role="alert">
          {words.help.pictureFailed}
        </Notice>
      ) : null}
    </>
  )
}
