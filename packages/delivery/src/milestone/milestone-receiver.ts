import { performance } from 'node:perf_hooks'
import { resultOfAnswer } from '../answers.ts'
import { eventOf, NOT_TOLD } from '../event-of.ts'
import { failureOfResponse, jsonOf, textOf } from '../http-answer.ts'
import type { DeliveryDeps, DeliveryMessage, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult } from '../result.ts'
import { renderTemplate } from '../template/render-template.ts'
import { templateFacts } from '../template/template-facts.ts'
import { analyticsEventXml } from './analytics-event.ts'
import { genericText, parseMilestoneConfig, type MilestoneConfig } from './milestone-config.ts'
import { sendGenericEvent } from './send-generic-event.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER = 16_384
/** What the event server says with status 200 where no event has the name. */
const NOT_KNOWN = /event message not known/i
const NO_NAMES = { account: '', zone: '', cameras: [], codes: [] }

type ConfigOf<W extends MilestoneConfig['way']> = Extract<MilestoneConfig, { way: W }>

interface Sending<W extends MilestoneConfig['way']> {
  message: DeliveryMessage
  config: ConfigOf<W>
  event: string
  deps: DeliveryDeps
  elapsed: () => number
}

const bounds = ({ deps, config }: Sending<'analytics'> | Sending<'rest'>) => ({
  timeoutMs: TIMEOUT_MS,
  maxResponseBytes: MAX_ANSWER,
  ...(config.fingerprint === '' ? {} : { fingerprint: config.fingerprint }),
  ...(deps.signal ? { signal: deps.signal } : {}),
})

async function sendAnalytics(sending: Sending<'analytics'>): Promise<DeliveryResult> {
  const { message, config, event, deps, elapsed } = sending
  const { id, payload, picture, now } = message
  const jpeg = config.picture ? picture?.jpeg : undefined
  const response = await deps.guard.fetch(config.url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: analyticsEventXml(payload, { id, event, cameras: config.cameras, jpeg }),
    ...bounds(sending),
  })
  const failure = failureOfResponse(response, now, elapsed())
  if (failure || !response.ok) return failure ?? resultOfAnswer('try-again', 'No answer.', elapsed())
  const { status } = response
  if (!NOT_KNOWN.test(textOf(response))) return { ok: true, status, ms: elapsed() }
  const detail = 'XProtect has no analytics event of this name. Add it in the Management Client, or correct the name.'
  return { ...resultOfAnswer('misconfigured', detail, elapsed()), status }
}

const tokenOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer && typeof answer.access_token === 'string'
    ? answer.access_token
    : undefined

/** Logs in at the identity provider behind the API gateway, and triggers a user-defined event. */
async function sendRest(sending: Sending<'rest'>): Promise<DeliveryResult> {
  const { message, config, event, deps, elapsed } = sending
  const base = config.url.replace(/\/+$/, '')
  const login = await deps.guard.fetch(`${base}/API/IDP/connect/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      username: config.user,
      password: config.password,
      client_id: 'GrantValidatorClient',
    }).toString(),
    ...bounds(sending),
  })
  // The identity provider answers 400 to a wrong password.
  if (login.ok && login.status === 400)
    return {
      ...resultOfAnswer('misconfigured', 'XProtect refused the login. Check user and password.', elapsed()),
      status: 400,
    }
  const refused = failureOfResponse(login, message.now, elapsed())
  const token = login.ok ? tokenOf(jsonOf(login)) : undefined
  if (refused || token === undefined || !/^[!-~]+$/.test(token))
    return refused ?? resultOfAnswer('try-again', 'The login had no token in its answer.', elapsed())
  const response = await deps.guard.fetch(`${base}/api/rest/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: event }),
    ...bounds(sending),
  })
  const failure = failureOfResponse(response, message.now, elapsed())
  if (failure || !response.ok) return failure ?? resultOfAnswer('try-again', 'No answer.', elapsed())
  if (response.status === 202) return { ok: true, status: 202, ms: elapsed() }
  const detail = `XProtect answered ${response.status}, not 202. Check that the address is that of its API gateway.`
  return { ...resultOfAnswer('misconfigured', detail, elapsed()), status: response.status }
}

async function sendGeneric({ message, config, event, deps, elapsed }: Sending<'generic'>): Promise<DeliveryResult> {
  const template = genericText(event)
  if (!template) return { ok: false, retry: false, code: 'config', ms: elapsed(), detail: 'The text cannot be read.' }
  const { text } = renderTemplate(template, templateFacts(message.payload, NO_NAMES, { id: message.id }))
  return sendGenericEvent(deps, config, text, elapsed)
}

/** Sends alarms to Milestone XProtect: docs/receivers.md. */
export const milestoneReceiver: ReceiverAdapter<MilestoneConfig> = {
  // Each message takes up to half a minute where the login and the event answer only just in time.
  inFlight: { limit: 32, perCompany: 8 },
  parse: parseMilestoneConfig,
  addresses: (config) =>
    config.way === 'generic'
      ? [{ field: 'host', host: config.host, port: config.port }]
      : [{ field: 'url', url: config.url }],
  wantsPicture: (config) => config.way === 'analytics' && config.picture,
  async send(message, config, deps) {
    const event = eventOf(message.payload, config)
    if (event === undefined) return NOT_TOLD
    const startedAt = performance.now()
    const elapsed = (): number => Math.round(performance.now() - startedAt)
    const common = { message, event, deps, elapsed }
    if (config.way === 'analytics') return sendAnalytics({ ...common, config })
    return config.way === 'rest' ? sendRest({ ...common, config }) : sendGeneric({ ...common, config })
  },
}
