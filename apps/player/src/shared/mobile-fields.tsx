import { SelectField, TextField } from '@dhow/ui/field'
import { useMarket } from './market.ts'
import { useWords } from './words/words.tsx'

/** Country and mobile number, as the country writes its numbers. */
export function MobileFields({
  use,
  mobile,
  onMobile,
  errors,
  suggestsPasskeys = false,
}: {
  use: ReturnType<typeof useMarket>
  mobile: string
  onMobile: (mobile: string) => void
  errors: Record<string, string[]>
  /** Lets the browser suggest passkeys in the number field. */
  suggestsPasskeys?: boolean
}) {
  const words = useWords()
  return (
    <>
      <SelectField
        label={words.auth.country}
        value={use.market}
        onChange={(event) => {
          const chosen = use.markets.find(({ market }) => market === event.target.value)
          if (chosen) use.choose(chosen.market)
        }}
        errors={errors['market']}
      >
        {use.markets.map((row) => (
          <option key={row.market} value={row.market}>
            {row.name} ({row.calling_code})
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.auth.mobile}
        type="tel"
        inputMode="tel"
        autoComplete={suggestsPasskeys ? 'tel webauthn' : 'tel'}
        name="mobile"
        required
        value={mobile}
        placeholder={use.info?.mobile_example}
        onChange={(event) => onMobile(event.target.value)}
        errors={errors['mobile']}
      />
    </>
  )
}
