import type { Preferences } from '@dhow/contract/profile'
import { CheckField, SelectField } from '@dhow/ui/field'
import { Card, Stack } from '@dhow/ui/layout'
import { fill, formatMoney } from '../../shared/format.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { useSaver } from '../../shared/portal.tsx'
import { usePlayer } from '../../shared/session.tsx'
import { languages, useLanguage, useWords } from '../../shared/words/words.tsx'
import { DataMeter } from './data-meter.tsx'
import { usePreferences } from './use-preferences.ts'

const notices = ['deposits', 'withdrawals', 'rewards', 'offers'] as const
const codes = ['en', 'hi', 'af'] as const
const themes = ['dark', 'light', 'system'] as const
const displays = ['symbol', 'code'] as const
const reminders = [0, 15, 30, 60, 120]

export function PreferencesCard() {
  const words = useWords()
  const { data, error, refetch, save } = usePreferences()
  return (
    <Card>
      <Stack>
        <h2>{words.dashboard.preferences}</h2>
        {data ? (
          <PreferenceFields preferences={data} save={save} />
        ) : (
          <LoadingOrError error={error} refetch={refetch} lines={4} />
        )}
      </Stack>
    </Card>
  )
}

interface Fields {
  preferences: Preferences
  save: (change: Partial<Preferences>) => Promise<void>
}

function PreferenceFields({ preferences, save }: Fields) {
  const { dashboard } = useWords()
  const language = useLanguage()
  const saver = useSaver()
  const { currency } = usePlayer()
  return (
    <>
      <Choice
        label={dashboard.language}
        value={language}
        options={codes.map((code) => [code, languages[code], code])}
        onChoose={(code) => void save({ language: code })}
      />
      <Choice
        label={dashboard.theme}
        value={preferences.theme}
        options={themes.map((theme) => [theme, dashboard.themes[theme]])}
        onChoose={(theme) => void save({ theme })}
      />
      <Choice
        label={dashboard.amounts}
        value={preferences.currency_display}
        options={displays.map((display) => [
          display,
          fill(dashboard.amountsAs[display], { example: formatMoney('1250.00', currency, display) }),
        ])}
        onChoose={(display) => void save({ currency_display: display })}
      />
      <Choice
        label={dashboard.reminder}
        value={preferences.session_reminder_minutes}
        options={reminders.map((minutes) => [
          minutes,
          minutes === 0 ? dashboard.reminders.off : fill(dashboard.reminders.minutes, { minutes }),
        ])}
        onChoose={(minutes) => void save({ session_reminder_minutes: minutes })}
      />
      <CheckField checked={saver} onChange={(event) => void save({ saver: event.target.checked })}>
        {dashboard.saver}
      </CheckField>
      <DataMeter />
      <NoticeFields preferences={preferences} save={save} />
    </>
  )
}

function Choice<T extends string | number>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: T
  /** `lang`: language of the name if it is not the page's. */
  options: [value: T, name: string, lang?: string][]
  onChoose: (value: T) => void
}) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find(([option]) => String(option) === event.target.value)
        if (chosen) onChoose(chosen[0])
      }}
    >
      {options.map(([option, name, lang]) => (
        <option key={option} value={option} lang={lang}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Kinds of message that the player receives. */
function NoticeFields({ preferences: { notifications }, save }: Fields) {
  const words = useWords()
  return (
    <fieldset>
      <Stack>
        <legend>
          <strong>{words.dashboard.notify}</strong>
        </legend>
        {notices.map((notice) => (
          <CheckField
            key={notice}
            checked={notifications[notice]}
            onChange={(event) => void save({ notifications: { ...notifications, [notice]: event.target.checked } })}
          >
            {words.dashboard.notices[notice]}
          </CheckField>
        ))}
      </Stack>
    </fieldset>
  )
}
