import type { Guard } from '@winnow/delivery'
import type { CustomFetch } from 'openid-client'

/** Larger than any directory's metadata, keys or tokens. */
const MAX_BYTES = 512 * 1024

/** The provider did not answer: it was refused by the guard, unreachable, too slow, or returned a server error. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/**
 * A `fetch` for the OpenID Connect library that goes through the guard. It connects to no address of our own network, limits time and size,
 * and follows no redirects.
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
