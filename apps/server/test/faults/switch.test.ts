import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { faultHeader } from '../../src/platform/faults.ts'
import { openWorld } from '../world.ts'

describe('the switch for crash points', () => {
  it('is off by default: a request with a crash point is served like any other', async () => {
    const world = await openWorld()
    const player = await world.player()
    expect((await player.get('/player/profile', { [faultHeader]: 'answered:0' })).status).toBe(200)
    await world.close()
  })

  it('is refused in live mode, in one sentence', () => {
    const live = {
      DHOW_MODE: 'live',
      DATABASE_URL: 'postgres://localhost/dhow',
      SMS_URL: 'https://sms.example.com',
      SECRET_KEY: 'a key of the tests that is long enough',
    }
    expect(readConfig(live).mode).toBe('live')
    expect(() => readConfig({ ...live, DHOW_FAULTS: 'by-request' })).toThrow('DHOW_FAULTS is for the sandbox only.')
    expect(() => readConfig({ ...live, DHOW_MODE: 'sandbox', DHOW_FAULTS: 'sometimes' })).toThrow('by-request')
  })
})
