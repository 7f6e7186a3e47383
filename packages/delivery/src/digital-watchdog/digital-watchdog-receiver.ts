import { performance } from 'node:perf_hooks'
import { resultOfAnswer } from '../answers.ts'
import { eventOf, NOT_TOLD } from '../event-of.ts'
import type { GuardedRequest, GuardedResponse } from '../guard/types.ts'
import { failureOfResponse, jsonOf } from '../http-answer.ts'
import type { DeliveryDeps, DeliveryMessage, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult, NotDelivered } from '../result.ts'
import { bookmarkOf, deviceOf, genericEvent, oldEventAddress, type GenericEvent } from './content.ts'
import { parseDigitalWatchdogConfig, type DigitalWatchdogConfig } from './digital-watchdog-config.ts'
import { NX_SESSIONS, postJson, sessionRequest, tokenIn } from './nx-rest.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER = 16_384
/** How long a login is valid, in seconds. Each message logs in anew. */
const LOGIN_SECONDS = 60
/** The mark of an event that was taken while its bookmark was not. */
const EVENT_TAKEN = 'event'

interface Sending {
  message: DeliveryMessage
  config: DigitalWatchdogConfig
  call: (path: string, request?: GuardedRequest) => Promise<GuardedResponse>
  elapsed: () => number
}

type Login = { token: string } | { isOld: true } | NotDelivered

/** Logs in. A server without the REST API of this version answers 404. */
async function logIn({ config, call, message, elapsed }: Sending): Promise<Login> {
  const response = await call(NX_SESSIONS, sessionRequest(config.user, config.password, LOGIN_SECONDS))
  if (response.ok && response.status === 404) return { isOld: true }
  const failure = failureOfResponse(response, message.now, elapsed())
  if (failure?.code === 'misconfigured')
    return { ...failure, detail: `The server refused the login (${failure.status}). Check user and password.` }
  const token = tokenIn(response)
  if (failure || token === undefined)
    return (
      failure ?? resultOfAnswer('misconfigured', 'The login had no token in its answer. Check the address.', elapsed())
    )
  return { token }
}

/** Sends the event to a server without the REST API. Its answer has a code of its own: 0 is success. */
async function sendOld({ config, call, message, elapsed }: Sending, event: GenericEvent): Promise<DeliveryResult> {
  const basic = Buffer.from(`${config.user}:${config.password}`).toString('base64')
  const path = oldEventAddress(config.url, event).slice(config.url.length)
  const response = await call(path, { headers: { authorization: `Basic ${basic}` } })
  const failure = failureOfResponse(response, message.now, elapsed())
  if (failure || !response.ok) return failure ?? resultOfAnswer('try-again', 'No answer.', elapsed())
  const answer = jsonOf(response)
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
  if (error === '0' || error === 0) {
    const detail = 'Sent by the old API, which makes no bookmarks.'
    return { ok: true, status: response.status, ms: elapsed(), ...(config.bookmark ? { detail } : {}) }
  }
  const detail =
    error === undefined
      ? 'The answer is not that of a DW Spectrum or Nx Witness server. Check the address.'
      : 'The server answered with an error. Check user, rights and the ids of cameras.'
  return { ...resultOfAnswer('misconfigured', detail, elapsed()), status: response.status }
}

/** Sends the event, then its bookmark. An event that was taken is not sent again because its bookmark failed. */
async function sendRest(sending: Sending, event: GenericEvent, token: string): Promise<DeliveryResult> {
  const { message, config, call, elapsed } = sending
  let status: number | undefined
  if (!message.served?.includes(EVENT_TAKEN)) {
    const response = await call('/rest/v4/events/generic', postJson(event, token))
    const failure = failureOfResponse(response, message.now, elapsed())
    if (failure) return failure
    if (response.ok) ({ status } = response)
  }
  const device = deviceOf(message.payload, config)
  const { type, verdict } = message.payload
  if (config.bookmark && device !== undefined && type !== 'test' && verdict !== 'false') {
    const made = await call(`/rest/v4/devices/${device}/bookmarks`, postJson(bookmarkOf(message.payload), token))
    const failure = failureOfResponse(made, message.now, elapsed())
    if (failure)
      return {
        ...failure,
        detail: `The event was taken, its bookmark was not: ${failure.detail}`,
        served: [EVENT_TAKEN],
      }
  }
  return { ok: true, ...(status === undefined ? {} : { status }), ms: elapsed() }
}

/** Sends alarms to DW Spectrum and Nx Witness: docs/receivers.md. */
export const digitalWatchdogReceiver: ReceiverAdapter<DigitalWatchdogConfig> = {
  // A message has up to three calls of 15 s each.
  inFlight: { limit: 32, perCompany: 8 },
  parse: parseDigitalWatchdogConfig,
  addresses: ({ url }) => [{ field: 'url', url }],
  wantsPicture: () => false,
  async send(message, config, { guard, signal }: DeliveryDeps): Promise<DeliveryResult> {
    const caption = eventOf(message.payload, config)
    if (caption === undefined) return NOT_TOLD
    const startedAt = performance.now()
    const sending: Sending = {
      message,
      config,
      elapsed: () => Math.round(performance.now() - startedAt),
      call: (path, request = {}) =>
        guard.fetch(`${config.url}${path}`, {
          ...request,
          timeoutMs: TIMEOUT_MS,
          maxResponseBytes: MAX_ANSWER,
          ...(config.fingerprint === '' ? {} : { fingerprint: config.fingerprint }),
          ...(signal ? { signal } : {}),
        }),
    }
    const event = genericEvent(message, config, caption)
    const login = await logIn(sending)
    if ('ok' in login) return login
    return 'isOld' in login ? sendOld(sending, event) : sendRest(sending, event, login.token)
  },
}
