import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const right = { SECRET_KEY: 'a key of the tests that is long enough' }

describe('a number in the settings', () => {
  it.each([
    ['GATEWAY_CALL_DAYS', '999999999', '36500'],
    ['PROVIDER_PING_SECONDS', '999999999', '2000000'],
    ['SERVICE_TIMEOUT_MS', '99999999999999999999', '600000'],
    ['GATEWAY_GROUP_SIZE', '0', '1000'],
    ['REQUESTS_PER_MINUTE', '1e3', '999999999'],
  ])('%s=%s is refused with a sentence that names the accepted values', (name, given, most) => {
    expect(() => readConfig({ ...right, [name]: given })).toThrow(
      `${name} is "${given}"; it has to be a whole number from 1 to ${most}.`,
    )
    expect(() => readConfig({ ...right, [name]: most })).not.toThrow()
  })
})
