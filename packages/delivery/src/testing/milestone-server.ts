import { startHttpSink, type HttpSink, type ReceivedRequest } from './http-sink.ts'
import { readAnalyticsEvent, type ReadEvent } from './milestone-reader.ts'

export interface MilestoneServer extends HttpSink {
  /** Analytics events that were understood, known or not. */
  events: ReadEvent[]
  /** Types of user-defined events that were triggered. */
  triggered: unknown[]
}

/**
 * A stand-in for the event server of XProtect and its API gateway, made from the vendor's published samples and schema: a known name of an
 * analytics event gets an empty 200, another one 200 with a warning, and what is no event 400. The gateway gives a token for the right
 * password, and takes events with it by 202.
 */
export async function startMilestone(options: { known: readonly string[]; tls?: boolean }): Promise<MilestoneServer> {
  const events: ReadEvent[] = []
  const triggered: unknown[] = []
  const answer = ({ path, headers, body }: ReceivedRequest): [status: number, body: string] => {
    if (path === '/API/IDP/connect/token') {
      const form = new URLSearchParams(body)
      const isRight = form.get('username') === 'winnow' && form.get('password') === 'p&ss= word'
      const isKnown = form.get('grant_type') === 'password' && form.get('client_id') === 'GrantValidatorClient'
      if (!isRight || !isKnown) return [400, '{"error":"invalid_grant"}']
      return [200, JSON.stringify({ access_token: 't0ken', expires_in: 3600, token_type: 'Bearer' })]
    }
    if (path === '/api/rest/v1/events') {
      if (headers['authorization'] !== 'Bearer t0ken') return [401, '{}']
      const { type }: { type?: unknown } = JSON.parse(body)
      if (!options.known.some((known) => known === type)) return [400, '{"error":{"httpCode":400}}']
      triggered.push(type)
      return [202, '{"data":{"id":"x"}}']
    }
    if (path !== '/') return [404, '']
    try {
      const event = readAnalyticsEvent(body)
      events.push(event)
      return [200, options.known.includes(event.message) ? '' : 'Warning: Event message not known.']
    } catch (error) {
      return [400, String(error)]
    }
  }
  const sink = await startHttpSink(
    (response, request) => {
      const [status, body] = answer(request)
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    },
    options.tls ? { tls: true } : {},
  )
  return { ...sink, events, triggered }
}
