import type { IncomingMessage } from 'node:http'
import { newId } from '../ids.ts'

/** The proxy's request id if it has the form of one, else a new one. Anything else could inject text into logs. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId()
}
