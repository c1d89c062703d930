import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { namesCountries } from '../../platform/http/country.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Settings } from './settings.ts'

/** Why the settings of countries have no effect; undefined where they have one, or ask for none. */
export function countriesFault({ countries }: Settings, config: Platform['config']): OperatorText | undefined {
  const asks = countries.unknown === 'restrict' || countries.restricted.length > 0
  return asks && !namesCountries(config) ? operatorText('health_countries', {}) : undefined
}
