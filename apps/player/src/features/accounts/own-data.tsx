import { pathOfCall } from '@dhow/client/caller'
import { calls } from '@dhow/contract/calls'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { fetchFile, saveFile } from '../../shared/download.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Download of the player's data as one file. */
export function OwnData() {
  const words = useWords()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const save = async () => {
    setState('busy')
    try {
      await saveFile(await fetchFile(pathOfCall(calls.playerData)), 'dhow-my-data.json')
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <h3>{words.profile.data}</h3>
      <p>{words.profile.dataLead}</p>
      {state === 'failed' ? (
        <Notice tone="bad" role="alert">
          {words.profile.dataFailed}
        </Notice>
      ) : null}
      <Button kind="quiet" busy={state === 'busy'} onClick={() => void save()}>
        {state === 'busy' ? words.auth.working : words.profile.dataDownload}
      </Button>
    </>
  )
}
