import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { addressOf } from '../../shared/api.ts'
import detail from '../../shared/queue/detail.module.css'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.blocklists.download
const name = 'blocklists.csv'
const shortest = 3

/** Download of the lists: masked, or in full with a reason. */
export function DownloadList({ close }: { close: () => void }) {
  const [reason, setReason] = useState('')
  const seesAll = usePermission('players.see_identity')
  const isGiven = reason.trim().length >= shortest
  return (
    <section className={detail['block']} aria-label={words.label}>
      <p>{words.lead}</p>
      {seesAll ? (
        <TextField
          label={en.wallets.reason}
          hint={en.wallets.reasonHint}
          {...asTyped(reason, setReason)}
          maxLength={500}
          autoComplete="off"
          autoFocus
        />
      ) : null}
      <p className={detail['buttons']}>
        {isGiven ? (
          <a href={addressOf('blocksFile', {}, { reason: reason.trim() })} download={name}>
            {words.full}
          </a>
        ) : (
          <a href={addressOf('blocksFile', {})} download={name}>
            {words.masked}
          </a>
        )}
        <Button kind="plain" onClick={close}>
          {en.console.cancel}
        </Button>
      </p>
    </section>
  )
}
