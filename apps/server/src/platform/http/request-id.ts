import type { IncomingMessage } from 'node:http'
import { newId } from '../ids.ts'

/** The request id of the proxy if it has the right form, otherwise a new id. An id of another form could inject text into logs. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : newId()
}
