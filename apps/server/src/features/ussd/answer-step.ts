import type { UssdTextCode } from '@dhow/contract/ussd-texts'
import { Refusal } from '../../platform/refusal.ts'
import { playerTexts, sentenceOf } from '../../platform/texts.ts'
import type { PlayerRow } from '../accounts/index.ts'
import { runAction } from './actions.ts'
import { fitText } from './fit-text.ts'
import { lineOf, type Line } from './lines.ts'
import { listPayableAccounts } from './payable-accounts.ts'
import { isAccountsRequest, runMenu, type Answers } from './menu.ts'
import type { UssdParts } from './parts.ts'

/** One step of a dialogue, from the gateway. */
export interface Step {
  sessionId: string
  mobile: string
  /** All input so far, joined by `*`. */
  text: string
}

/**
 * Answer to one step for the gateway: `CON ` and a screen that waits for input, or `END ` and the final one. Refusals
 * of operations are the same as in the portal, in the player's language.
 */
export async function answerStep(parts: UssdParts, step: Step, key: string): Promise<string> {
  const { accounts, portal } = parts
  const names = portal.settings().names
  const player = await accounts.findByMobile(step.mobile)
  if (!player) return end(lineOf('no_account', { portal: names.portal })('en'))
  const { language } = (await accounts.preferences.read(player.id)).preferences
  if (!player.active) return end(lineOf('no_access', {})(language))
  try {
    const typed = step.text === '' ? [] : step.text.split('*')
    const payable = isAccountsRequest(typed) ? await listPayableAccounts(parts, player) : []
    const place = runMenu(
      typed,
      payable.map(({ id }) => id),
    )
    if (place.at === 'no_choice') return end(lineOf('no_choice', {})(language))
    if (place.at === 'end') {
      const line = await runAction[place.run]({ parts, player, language, answers: place.answers, key })
      return end(line(language))
    }
    if (place.isAccountList && payable.length === 0) return end(lineOf('no_reports', {})(language))
    const lines = payable.map(({ name }, index) => `${index + 1} ${name}`).join('\n')
    const screen = screenOf(place.text, { portal: names.portal, player, lines, answers: place.answers })
    return `CON ${fitText(screen(language))}`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return end(sentenceOf(error.text ?? { code: error.code, params: {} }, playerTexts[language]))
  }
}

const end = (text: string) => `END ${fitText(text)}`

/** A screen that waits for input, with its values. */
function screenOf(
  text: UssdTextCode,
  { portal, player, lines, answers }: { portal: string; player: PlayerRow; lines: string; answers: Answers },
): Line {
  switch (text) {
    case 'main':
      return lineOf('main', { portal })
    case 'report':
      return lineOf('report', { lines })
    case 'amount':
      return lineOf('amount', { currency: player.currency })
    case 'break_confirm':
      return lineOf('break_confirm', { days: answers['break'] ?? '' })
    case 'exclude_confirm':
      return lineOf('exclude_confirm', { months: answers['exclude'] ?? '' })
    case 'reference':
    case 'voucher':
    case 'break':
    case 'exclude':
      return lineOf(text, {})
    default:
      return lineOf('no_choice', {})
  }
}
