import { html, type Renderable, type Html } from './html.ts'

interface Choice {
  value: string
  label: Renderable
  hint?: Renderable
}

/** A form field as data. */
export interface Field {
  name: string
  kind:
    | 'text'
    | 'tel'
    | 'amount'
    | 'code'
    | 'password'
    | 'new-password'
    | 'textarea'
    | 'image'
    | 'check'
    | 'select'
    | 'radio'
    | 'hidden'
  label: string
  hint?: string
  /** Initial value. */
  value?: string
  choices?: readonly Choice[]
}

/** Renders a field with the typed value and its errors. Passwords, codes and files are never sent back. */
export function renderField(field: Field, typed: string | undefined, faults: readonly string[]): Html {
  const { name, kind, label, hint, choices = [] } = field
  const value = secret.has(kind) ? '' : (typed ?? field.value ?? '')
  if (kind === 'hidden') return html`<input type="hidden" name="${name}" value="${value}" />`
  const id = `f-${name}`
  const notes = [...(hint ? [`${id}-h`] : []), ...(faults.length > 0 ? [`${id}-e`] : [])].join(' ')
  const marks = html`name="${name}"${faults.length > 0 && html` aria-invalid="true"`}${notes !== '' && html` aria-describedby="${notes}"`}`
  const below = html`${hint !== undefined && html`<small id="${id}-h">${hint}</small>`}${
    faults.length > 0 && html`<p class="e" id="${id}-e">${faults.join(' ')}</p>`
  }`
  if (kind === 'radio')
    return html`<fieldset${notes !== '' && html` aria-describedby="${notes}"`}><legend>${label}</legend>${choices.map(
      (choice) =>
        html`<label class="o"
          ><input
            type="radio"
            name="${name}"
            value="${choice.value}"
            ${checked(choice.value === value)}${faults.length > 0 && html` aria-invalid="true"`}
          /><span>${choice.label}${choice.hint !== undefined && html`<small>${choice.hint}</small>`}</span></label
        >`,
    )}${below}</fieldset>`
  if (kind === 'check')
    return html`<div class="f">
      <label class="o"
        ><input type="checkbox" value="yes" ${marks}${checked(value === 'yes')} /><span>${label}</span></label
      >${below}
    </div>`
  return html`<div class="f">
    <label for="${id}">${label}</label>${control(kind, html`id="${id}" ${marks}`, value, choices)}${below}
  </div>`
}

const secret: ReadonlySet<Field['kind']> = new Set(['password', 'new-password', 'code', 'image'])
const checked = (is: boolean) => is && html` checked`

function control(kind: Field['kind'], marks: Html, value: string, choices: readonly Choice[]): Html {
  if (kind === 'select')
    return html`<select ${marks}>
      ${choices.map(
        (choice) =>
          html`<option value="${choice.value}" ${choice.value === value && html` selected`}>${choice.label}</option>`,
      )}
    </select>`
  // Browsers drop a line break right after the tag.
  if (kind === 'textarea') return html`<textarea rows="4" ${marks}>${value}</textarea>`
  if (kind === 'image') return html`<input type="file" accept="image/*" ${marks} />`
  return html`<input ${typed[kind] ?? html`type="text"`} value="${value}" ${marks} />`
}

const typed: Partial<Record<Field['kind'], Html>> = {
  tel: html`type="tel" autocomplete="tel"`,
  amount: html`type="text" inputmode="decimal" autocomplete="off"`,
  code: html`type="text" inputmode="numeric" autocomplete="one-time-code"`,
  password: html`type="password" autocomplete="current-password"`,
  'new-password': html`type="password" autocomplete="new-password"`,
}
