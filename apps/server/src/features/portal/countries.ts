import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { hasCountrySource } from '../../platform/http/country.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Settings } from './settings.ts'

/** Why the country settings have no effect; undefined if they have one, or are empty. */
export function countriesFault({ countries }: Settings, config: Platform['config']): OperatorText | undefined {
  const asks = countries.unknown === 'restrict' || countries.restricted.length > 0
  return asks && !hasCountrySource(config) ? operatorText('health_countries', {}) : undefined
}
