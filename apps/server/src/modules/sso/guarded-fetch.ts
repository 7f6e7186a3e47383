import type { Guard } from '@winnow/delivery'
import type { CustomFetch } from 'openid-client'

/** Limit on the size of a response. The metadata, keys and tokens of directories are smaller. */
const MAX_BYTES = 512 * 1024

/** The error when a provider gave no answer: the guard refused its address, or it was unreachable, too slow or had a server error. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/**
 * Creates a `fetch` for the OpenID Connect library that uses the guard. It refuses addresses that the guard does not allow, limits time and
 * size, and follows no redirects.
 */
export function createGuardedFetch(guard: Guard, timeoutMs: number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await guard.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: body.toString() } : {}),
      timeoutMs,
      maxResponseBytes: MAX_BYTES,
      ...(signal ? { signal } : {}),
    })
    if (!answer.ok) throw new ProviderUnreachable(answer.detail)
    if (answer.truncated) throw new ProviderUnreachable('The answer was too long or too slow.')
    if (answer.status >= 500 || answer.status === 429) throw new ProviderUnreachable(`It answered ${answer.status}.`)
    const fields = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) fields.append(name, one)
    const hasBody = ![204, 205, 304].includes(answer.status)
    return new Response(hasBody ? Buffer.from(answer.body) : null, { status: answer.status, headers: fields })
  }
}
