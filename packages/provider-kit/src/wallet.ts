import { write, type Answer, type Dialect, type Message } from './dialect.ts'

export interface WalletOptions {
  /** Base URL of the protocol's paths. */
  url: string
  dialect: Dialect
  /** The shared secret, or the provider's private key in PEM. */
  key: string
  provider: string
  now(): number
  timeoutMs?: number
}

/** Manipulations of a call that a wallet has to detect. */
export interface Change {
  key?: string
  atMs?: number
  /** Sends and signs this body. */
  text?: string
  /** Changes the body after signing. */
  tamper?(text: string): string
  /** Signs this path instead of the real one. */
  signedPath?: string
  headers?: Record<string, string>
}

/** Calls a wallet in one protocol. A missing or invalid answer has the word `unknown`. */
export function openWallet({ url, dialect, key, provider, now, timeoutMs = 10_000 }: WalletOptions) {
  const base = url.endsWith('/') ? url : `${url}/`
  /** Duration of each call in milliseconds. */
  const took: number[] = []

  async function send(message: Message, change: Change = {}): Promise<Answer> {
    const address = new URL(message.path, base)
    const signed = change.text ?? write(message.body)
    const path = change.signedPath ?? address.pathname + address.search
    const headers = dialect.sign(path, signed, change.key ?? key, change.atMs ?? now(), provider)
    const since = performance.now()
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...change.headers },
        body: change.tamper ? change.tamper(signed) : signed,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const text = await response.text()
      took.push(performance.now() - since)
      return dialect.read(response.status, parseJson(text))
    } catch (error) {
      took.push(performance.now() - since)
      return { status: 0, word: 'unknown', balance: undefined, body: error instanceof Error ? error.message : error }
    }
  }

  return { send, took, dialect, now }
}

export type Wallet = ReturnType<typeof openWallet>

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 500)
  }
}
