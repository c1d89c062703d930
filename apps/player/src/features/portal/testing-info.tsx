import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CopyButton, CopyLine } from '@dhow/ui/copy-line'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { useLanguage, useWords } from '../../shared/words/words.tsx'

interface Connection {
  effectiveType?: string
  downlink?: number
  saveData?: boolean
}

/** Placeholder of a row until its value is known. */
const notYet = '…'

/** Technical details for support calls, with one copy button; no data of the player. */
export default function TestingInfo() {
  const words = useWords()
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: ['portal-info'],
    queryFn: async () => {
      const askedMs = Date.now()
      const info = await call('portalInfo')
      return { build: info.build, apartMs: (askedMs + Date.now()) / 2 - Date.parse(info.server_time) }
    },
  })
  const here = useBrowser()
  const { support } = words
  const yesNo = (value: boolean) => (value ? support.yes : support.no)
  const measured: [string, string][] = [
    [support.browser, here ? browserOf(here.browser) : notYet],
    [support.screen, here?.screen ?? notYet],
    [support.connection, here ? here.connection || support.unknown : notYet],
    [support.online, here ? yesNo(here.online) : notYet],
    [support.storage, here ? yesNo(here.storage) : notYet],
    [support.features, here?.features ?? notYet],
  ]
  const rows: [string, string][] = [
    [support.build, data?.build ?? support.unknown],
    [support.clock, data ? fill(support.seconds, { seconds: Math.round(data.apartMs / 100) / 10 }) : support.unknown],
    [support.language, language],
    ...measured,
  ]
  return (
    <Page title={support.title} lead={support.lead}>
      <Card>
        <Stack>
          <dl>
            {rows.map(([label, value]) => (
              <CopyLine key={label} label={label} value={value} copy={false} words={words.copy} />
            ))}
          </dl>
          <Row>
            <CopyButton
              label={support.copy}
              value={[...rows.map((row) => row.join(': ')), here?.browser].join('\n')}
              words={words.copy}
            >
              {support.copy}
            </CopyButton>
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}

/** Browser data, read after hydration, since the server does not know it. */
function useBrowser() {
  const [here, setHere] = useState<{
    browser: string
    screen: string
    connection: string
    online: boolean
    storage: boolean
    features: string
  }>()
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection }
    const features = {
      serviceWorker: 'serviceWorker' in navigator,
      webSocket: 'WebSocket' in window,
      share: 'share' in navigator,
      clipboard: 'clipboard' in navigator,
    }
    setHere({
      browser: navigator.userAgent,
      screen: `${innerWidth} × ${innerHeight} @ ${devicePixelRatio}`,
      connection: connection
        ? [
            connection.effectiveType,
            connection.downlink && `${connection.downlink} Mbit/s`,
            connection.saveData && 'save-data',
          ]
            .filter(Boolean)
            .join(', ')
        : '',
      online: navigator.onLine,
      storage: hasStorage(),
      features: Object.entries(features)
        .filter(([, there]) => there)
        .map(([name]) => name)
        .join(', '),
    })
  }, [])
  return here
}

/** Name, version and system of a browser, from its user agent: `Chrome 153 · Android 14`. */
function browserOf(userAgent: string): string {
  const [, name, version] =
    /(Edg|OPR|SamsungBrowser|Firefox|CriOS|FxiOS|Chrome|Version)\/(\d+)/.exec(
      // Browsers built on Chromium name Chrome, too.
      userAgent.replace(/Chrome\/(?=.*(?:Edg|OPR|SamsungBrowser)\/)/, ''),
    ) ?? []
  const system = /\(([^;)]+)(?:; ?([^;)]+))?/.exec(userAgent)
  const known = /^(?:Linux|X11)$/.test(system?.[1] ?? '') ? system?.[2] : system?.[1]
  return name === undefined ? userAgent.slice(0, 40) : `${name === 'Version' ? 'Safari' : name} ${version} · ${known}`
}

function hasStorage(): boolean {
  try {
    localStorage.setItem('dhow-try', '1')
    localStorage.removeItem('dhow-try')
    return true
  } catch {
    // Some browsers refuse storage to a page.
    return false
  }
}
