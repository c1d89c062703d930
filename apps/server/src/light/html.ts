/** Markup that is safe to send: made by `html` alone. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Everything but `Html` is text of somebody, and is escaped; nothing is rendered for `undefined` and `false`. */
export type Renderable = string | number | Html | readonly Html[] | undefined | false

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark)

/**
 * Markup with values in it, in the text of elements and in quoted attributes.
 * @example html`<p title="${name}">${name}</p>`
 */
export function html(parts: TemplateStringsArray, ...values: Renderable[]): Html {
  return new Html(parts.map((part, index) => part + render(values[index])).join(''))
}

function render(value: Renderable): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return value.map(({ text }) => text).join('')
}

/** A text that a person wrote: its direction marks end with it. */
export const written = (text: string): Html => html`<bdi>${text}</bdi>`
