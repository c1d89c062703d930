/** Makes a `fetch` that stores and sends cookies, like a browser on one site. */
export function openCookieFetch() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async fetch(url: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await fetch(url, { ...init, headers })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=;]*)=?([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      return response
    },
  }
}
