import type { referral as referralOperation } from '@dhow/contract/referral'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Card, Stack } from '@dhow/ui/layout'
import { QrCode } from '../../shared/qr-code.tsx'
import { translate } from '../../shared/translate.ts'
import { useWords } from '../../shared/words/words.tsx'
import styles from './rewards.module.css'

export type Referral = ReplyOf<typeof referralOperation>

/** The terms, and the link to send to friends. */
export function ReferralLink({ referral }: { referral: Referral }) {
  const words = useWords()
  const canShare = typeof navigator.share === 'function'
  return (
    <Card>
      <Stack>
        {referral.terms ? (
          <ul className={styles['terms']}>
            {referral.terms.terms.map((term) => (
              <li key={JSON.stringify(term)}>{translate(term)}</li>
            ))}
          </ul>
        ) : (
          <p>{words.refer.noTerms}</p>
        )}
        <dl>
          <CopyLine label={words.refer.link} value={referral.link} words={words.copy} />
          <CopyLine label={words.refer.code} value={referral.code} words={words.copy} />
        </dl>
        <QrCode text={referral.link} label={words.refer.qr} />
        {canShare ? (
          <Button
            onClick={() =>
              void navigator.share({ url: referral.link, text: words.refer.shareText }).catch(() => undefined)
            }
          >
            {words.refer.share}
          </Button>
        ) : null}
      </Stack>
    </Card>
  )
}
