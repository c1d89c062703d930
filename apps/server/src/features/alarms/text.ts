import { typedText, type OperatorText } from '@dhow/contract/operator-texts'

/** Text of an alarm. Servers of version 0.1.0 write the sentence itself. */
export const textOfAlarm = ({
  text,
  text_code: code,
  params,
}: {
  text: string
  text_code: string
  params: Record<string, string>
}): OperatorText => (text === '' ? { code, params } : typedText(text))
