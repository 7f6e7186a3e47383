import type { LightMyRequestResponse } from 'fastify'
import type { CallMethod } from './call-api.ts'
import type { TestServer } from './test-server.ts'

/** A client that behaves like a browser: it keeps its cookies and sends the header of the console's pages. */
export class BrowserClient {
  readonly cookies = new Map<string, string>()
  readonly #server: TestServer
  /** The client's address, which it sends in a proxy header. Undefined: no header. */
  readonly #address: string | undefined

  constructor(server: TestServer, options: { cookie?: string; address?: string } = {}) {
    this.#server = server
    this.#address = options.address
    const [name, value] = options.cookie?.split('=') ?? []
    if (name && value) this.cookies.set(name, value)
  }

  async send(
    method: CallMethod,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const reply = await this.#server.app.inject({
      method,
      url: `/api${url}`,
      headers: {
        'x-requested-with': 'winnow',
        ...(cookie ? { cookie } : {}),
        ...(this.#address ? { 'x-forwarded-for': this.#address } : {}),
        ...headers,
      },
      ...(payload ? { payload } : {}),
    })
    for (const { name, value } of reply.cookies) {
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }

  /** Calls the API and returns the status and the body as JSON. */
  async call(method: CallMethod, url: string, payload?: object) {
    const reply = await this.send(method, url, payload)
    return { status: reply.statusCode, body: reply.json() }
  }
}
