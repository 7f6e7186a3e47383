import { Readable } from 'node:stream'
import type { Guard } from '@winnow/delivery'

/** The largest number of redirects that a download follows. The guard checks the address of each redirect like the first address. */
const MAX_REDIRECTS = 3
const SILENT_MS = 30_000
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Returns a `fetch` for downloads that goes through the guard: it connects to no address of our own network, and times out when the server
 * sends nothing.
 */
export function createGuardedDownload(guard: Guard): typeof fetch {
  return async (input, init) => {
    let url = input instanceof Request ? input.url : String(input)
    const headers = Object.fromEntries(new Headers(init?.headers))
    const signal = init?.signal ? { signal: init.signal } : {}
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const answer = await guard.open(url, { headers, timeoutMs: SILENT_MS, ...signal })
      if (!answer.ok) throw new Error(answer.detail)
      const location = answer.headers['location']
      if (REDIRECTS.includes(answer.status) && typeof location === 'string') {
        answer.body.destroy()
        url = new URL(location, url).href
        continue
      }
      const length = answer.headers['content-length']
      const fields = typeof length === 'string' ? { 'content-length': length } : {}
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node declares the type of web streams a second time
      const body = Readable.toWeb(answer.body) as ReadableStream<Uint8Array>
      return new Response(body, { status: answer.status, headers: fields })
    }
    throw new Error('too many redirects')
  }
}
