/** Reply of an operation: its status and its body. */
export interface Reply {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of all operations; a wrong field fails on use
  body: any
}

export type Browser = ReturnType<typeof openBrowser>

/** A person's browser: keeps cookies and token, and has its own address. */
export function openBrowser(
  origin: string,
  { address, userAgent, isConsole = false }: { address: string; userAgent: string; isConsole?: boolean },
) {
  const cookies = new Map<string, string>()
  let token: string | undefined

  async function send(method: string, path: string, body?: string | FormData, headers: Record<string, string> = {}) {
    const answer = await fetch(`${origin}/api/v1/dhow${path}`, {
      method,
      body: body ?? null,
      headers: {
        'x-forwarded-for': address,
        'user-agent': userAgent,
        ...(isConsole ? { 'x-dhow-console': '1' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookies.size > 0 ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...headers,
      },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = cookie.split(';', 1)[0]?.split('=') ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return { status: answer.status, body: isJson ? await answer.json() : await answer.text() } satisfies Reply
  }

  /** Sends a call and returns any reply, also a refusal. */
  const attempt = (method: string, path: string, body?: object): Promise<Reply> =>
    body === undefined
      ? send(method, path)
      : send(method, path, JSON.stringify(body), { 'content-type': 'application/json' })

  return {
    attempt,
    get: async (path: string) => wanted(await attempt('GET', path), path),
    post: async (path: string, body: object = {}) => wanted(await attempt('POST', path, body), path),
    put: async (path: string, body: object = {}) => wanted(await attempt('PUT', path, body), path),
    /** A form with a file, as a page sends it. */
    async form(path: string, fields: Record<string, string>, file?: { name: string; field: string; content: Blob }) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      if (file) form.append(file.field, file.content, file.name)
      return wanted(await send('POST', path, form), path)
    },
    signedIn: (newToken: string) => void (token = newToken),
  }
}

/** Body of a reply that must be a success. */
function wanted({ status, body }: Reply, path: string) {
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}
