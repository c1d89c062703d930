import { describe, expect, it } from 'vitest'
import { portalStateOf } from './portal-status.ts'

const words = {
  accessDenied: 'Access denied.',
  accessForbidden: 'Portal API access forbidden.',
  notAuthorized: 'इस पोर्टल का उपयोग करने की आपको अनुमति नहीं है।',
}
const until = '2026-11-21T10:00:00.000Z'

describe('the state of the portal', () => {
  it.each([
    ['open', 200, { status_code: 200 }, { state: 'active' }],
    ['forbidden by status_code', 200, { status_code: 403 }, { state: 'forbidden', message: 'Access denied.' }],
    ['forbidden by HTTP', 403, undefined, { state: 'forbidden', message: 'Portal API access forbidden.' }],
    ['forbidden with a message', 403, { status_code: 403, msg: 'No.' }, { state: 'forbidden', message: 'No.' }],
    [
      'forbidden with the refusal’s own sentence',
      403,
      { status_code: 403, msg: 'You may not.', text: { code: 'portal_forbidden', params: {} } },
      { state: 'forbidden', message: words.notAuthorized },
    ],
    [
      'forbidden with a text of the operator',
      403,
      { status_code: 403, msg: 'No.', text: { code: 'text', params: { text: 'No.' } } },
      { state: 'forbidden', message: 'No.' },
    ],
    ['restricted by country', 403, { code: 'country_restricted', status_code: 403 }, { state: 'active' }],
    [
      'in maintenance',
      503,
      { code: 'maintenance', status_code: 503, msg: 'x', data: { until } },
      { state: 'maintenance', message: '', until },
    ],
    [
      'in maintenance with a message',
      503,
      { code: 'maintenance', text: { code: 'text', params: { text: 'Back soon.' } }, data: { until: null } },
      { state: 'maintenance', message: 'Back soon.', until: null },
    ],
    ['without a server', 503, { code: 'unavailable' }, { state: 'active' }],
    ['without an answer of ours', 502, undefined, { state: 'active' }],
  ])('%s', (_name, status, answer, state) => {
    expect(portalStateOf(status, answer, words)).toEqual(state)
  })
})
