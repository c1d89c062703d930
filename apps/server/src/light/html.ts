/** Safe markup, made only by `html`. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Everything but `Html` is escaped as text; `undefined` and `false` render nothing. */
export type Renderable = string | number | Html | readonly Html[] | undefined | false

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => escapes[mark] ?? mark)

/**
 * Markup with values, in element text and quoted attributes.
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

/** User-written text, isolated so that its direction marks do not affect the rest. */
export const written = (text: string): Html => html`<bdi>${text}</bdi>`
