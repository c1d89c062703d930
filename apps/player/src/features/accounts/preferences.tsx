import type { Preferences } from '@dhow/contract/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Failure, Skeleton } from '@dhow/ui/feedback'
import { CheckField, SelectField } from '@dhow/ui/field'
import { Card, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { call, sentencesOf } from '../../shared/api.ts'
import { fill, money } from '../../shared/format.ts'
import { showLanguage } from '../../shared/language.ts'
import { rememberMoney } from '../../shared/money-display.ts'
import { useSaver } from '../../shared/portal.tsx'
import { usePlayer } from '../../shared/session.tsx'
import { showSaver } from '../../shared/saver.ts'
import { showTheme } from '../../shared/theme.ts'
import { languages, useLanguage, useWords, type Language } from '../../shared/words/words.tsx'

const notices = ['deposits', 'withdrawals', 'rewards', 'offers'] as const
const reminders = [0, 15, 30, 60, 120]

/** How the player likes the portal; kept on the server, and in this browser for the next page. */
export function PreferencesCard() {
  const words = useWords()
  const language = useLanguage()
  const saver = useSaver()
  const { currency } = usePlayer()
  const client = useQueryClient()
  const toast = useToast()
  const { data, error, refetch } = useQuery({
    queryKey: ['preferences'],
    queryFn: async () => (await call('getPreferences')).preferences,
  })
  const set = async (change: Partial<Preferences>) => {
    try {
      const answer = await call('setPreferences', { body: change })
      client.setQueryData(['preferences'], answer.preferences)
      if (change.theme) showTheme(change.theme)
      // Format the values already on the screen again.
      if (change.currency_display && rememberMoney(change.currency_display)) return location.reload()
      if (change.language && change.language !== language && change.language in languages)
        showLanguage(change.language as Language)
      else if (change.saver !== undefined) showSaver(change.saver)
      else toast(words.profile.saved, 'good')
    } catch (problem) {
      toast(sentencesOf(problem).join(' '), 'bad')
    }
  }
  return (
    <Card>
      <Stack>
        <h2>{words.dashboard.preferences}</h2>
        {data ? (
          <>
            <SelectField
              label={words.dashboard.language}
              value={language}
              onChange={(event) => void set({ language: event.target.value as Language })}
            >
              {Object.entries(languages).map(([code, name]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={words.dashboard.theme}
              value={data.theme}
              onChange={(event) => void set({ theme: event.target.value as Preferences['theme'] })}
            >
              {(['dark', 'light', 'system'] as const).map((theme) => (
                <option key={theme} value={theme}>
                  {words.dashboard.themes[theme]}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={words.dashboard.amounts}
              value={data.currency_display}
              onChange={(event) =>
                void set({ currency_display: event.target.value as Preferences['currency_display'] })
              }
            >
              {(['symbol', 'code'] as const).map((display) => (
                <option key={display} value={display}>
                  {fill(words.dashboard.amountsAs[display], { example: money('1250.00', currency, display) })}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={words.dashboard.reminder}
              value={data.session_reminder_minutes}
              onChange={(event) => void set({ session_reminder_minutes: Number(event.target.value) })}
            >
              {reminders.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 0 ? words.dashboard.reminders.off : fill(words.dashboard.reminders.minutes, { minutes })}
                </option>
              ))}
            </SelectField>
            <CheckField checked={saver} onChange={(event) => void set({ saver: event.target.checked })}>
              {words.dashboard.saver}
            </CheckField>
            <fieldset>
              <Stack>
                <legend>
                  <strong>{words.dashboard.notify}</strong>
                </legend>
                {notices.map((notice) => (
                  <CheckField
                    key={notice}
                    checked={data.notifications[notice]}
                    onChange={(event) =>
                      void set({ notifications: { ...data.notifications, [notice]: event.target.checked } })
                    }
                  >
                    {words.dashboard.notices[notice]}
                  </CheckField>
                ))}
              </Stack>
            </fieldset>
          </>
        ) : error ? (
          <Failure
            message={sentencesOf(error).join(' ')}
            retry={() => void refetch()}
            retryLabel={words.portal.retry}
          />
        ) : (
          <Skeleton lines={4} label={words.portal.loading} />
        )}
      </Stack>
    </Card>
  )
}
