import type { World } from './world.ts'

export interface LightPage {
  /** Final address after redirects. */
  url: string
  status: number
  html: string
  /** Visible text. */
  text: string
  headers: Record<string, unknown>
}

/** A browser without scripts: cookies by path, redirects, and the forms of the current page. */
export function openLightBrowser(world: World, headers: Record<string, string> = {}) {
  const { fastify } = world.app.portal
  const ip = world.visitor().ip
  const jar = new Map<string, { value: string; path: string }>()
  let page: LightPage | undefined

  const cookiesFor = (url: string) =>
    [...jar]
      .filter(([, { path }]) => url.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  async function ask(
    method: 'GET' | 'POST',
    url: string,
    body?: { payload: string | Buffer; type: string },
  ): Promise<LightPage> {
    const cookie = cookiesFor(url)
    const response = await fastify.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { ...headers, ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': body.type } : {}) },
      ...(body ? { payload: body.payload } : {}),
    })
    for (const { name, value, path, maxAge } of response.cookies as {
      name: string
      value: string
      path: string
      maxAge: number
    }[])
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, { value, path })
    const to = response.headers.location
    if (response.statusCode === 303 && typeof to === 'string') return ask('GET', to)
    const html = response.body
    page = { url, status: response.statusCode, html, text: textOf(html), headers: response.headers }
    return page
  }

  /** Fields of a form on the page, as rendered. */
  function findForm(form: string, where?: string): { fields: Record<string, string>; action: string } {
    const source = formsOf(page?.html ?? '').find(
      ({ fields, html }) => fields['form'] === form && (where === undefined || html.includes(where)),
    )
    if (!source) throw new Error(`the page ${page?.url} has no form ${form}: ${page?.text}`)
    return { fields: source.fields, action: source.action || (page?.url ?? '') }
  }

  return {
    jar,
    get: (url: string) => ask('GET', url),
    text: () => page?.text ?? '',
    page: () => page,
    findForm,
    post: (url: string, fields: Record<string, string>) =>
      ask('POST', url, { payload: String(new URLSearchParams(fields)), type: 'application/x-www-form-urlencoded' }),
    /** Fills in a form of the page and submits it. */
    async submit(form: string, typed: Record<string, string> = {}, where?: string) {
      const { fields, action } = findForm(form, where)
      return this.post(action, { ...fields, ...typed })
    },
    /** Submits a form with a file. */
    async submitFile(form: string, typed: Record<string, string>, image?: Buffer) {
      const { fields, action } = findForm(form)
      const data = new FormData()
      for (const [name, value] of Object.entries({ ...fields, ...typed })) data.append(name, value)
      data.append(
        'image',
        image ? new Blob([new Uint8Array(image)], { type: 'image/png' }) : new Blob([]),
        image ? 'paid.png' : '',
      )
      const request = new Request('http://form', { method: 'POST', body: data })
      return ask('POST', action, {
        payload: Buffer.from(await request.arrayBuffer()),
        type: request.headers.get('content-type') ?? '',
      })
    },
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
const textOf = (html: string) =>
  plain(html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : plain(value)
}

function formsOf(html: string) {
  return [...html.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => {
    const fields: Record<string, string> = {}
    for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
      const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')]
      if (
        name === undefined ||
        type === 'file' ||
        ((type === 'radio' || type === 'checkbox') && !tag.includes(' checked'))
      )
        continue
      fields[name] = attribute(tag, 'value') ?? ''
    }
    for (const [, tag = '', text = ''] of form.matchAll(/(<textarea[^>]*>)(.*?)<\/textarea>/gs))
      fields[attribute(tag, 'name') ?? ''] = plain(text.replace(/^\n/, ''))
    for (const [, tag = '', options = ''] of form.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)) {
      const all = [...options.matchAll(/<option[^>]*>/g)].map(([option]) => option)
      const chosen = all.find((option) => option.includes(' selected')) ?? all[0]
      fields[attribute(tag, 'name') ?? ''] = attribute(chosen ?? '', 'value') ?? ''
    }
    return { html: form, fields, action: attribute(/<form[^>]*>/.exec(form)?.[0] ?? '', 'action') ?? '' }
  })
}

/** A player registered only by forms, in a browser without scripts. */
export async function registerByForms(world: World, market: 'NA' | 'IN' = 'NA', headers: Record<string, string> = {}) {
  const mobile = world.newMobile(market)
  const who = { player_name: `light_${mobile.slice(-6)}`, mobile, market, password: 'calm-sea-at-dusk' }
  const browser = openLightBrowser(world, headers)
  await browser.get('/light/register')
  await browser.submit('register', { ...who, accept_terms: 'yes' })
  const home = await browser.submit('code', { otp: await world.inbox.code(mobile) })
  if (home.url !== '/light') throw new Error(`${home.url} ${home.text}`)
  const token = browser.jar.get('dhow_light')?.value
  const api = world.visitor()
  api.use(token)
  const { json } = await api.get('/player/profile')
  return { browser, api, id: json.player.id as string, ...who }
}
