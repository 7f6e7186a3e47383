import { performance } from 'node:perf_hooks'
import { resultOfAnswer } from '../answers.ts'
import { eventOf, NOT_TOLD } from '../event-of.ts'
import type { GuardedResponse } from '../guard/types.ts'
import { failureOfResponse, jsonOf } from '../http-answer.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { occasionOf } from '../occasion.ts'
import type { DeliveryDeps, ReceiverAdapter } from '../receiver.ts'
import type { DeliveryResult, NotDelivered } from '../result.ts'
import { triggerEvent, addressOf } from './command.ts'
import { parseDigifortConfig, type DigifortConfig } from './digifort-config.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER = 16_384
/** The code of Digifort's answer; undefined where the answer is not Digifort's. */
function codeOf(answer: unknown): number | undefined {
  const response = typeof answer === 'object' && answer !== null && 'Response' in answer ? answer.Response : undefined
  const code = typeof response === 'object' && response !== null && 'Code' in response ? response.Code : undefined
  const number = typeof code === 'string' && /^\d{1,6}$/.test(code) ? Number(code) : code
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** What an answer means: 0 is delivered. Any other code is a refusal, although its HTTP status is 200. */
function failureOfAnswer(response: GuardedResponse, now: Date, ms: number): NotDelivered | undefined {
  const failure = failureOfResponse(response, now, ms)
  if (failure || !response.ok) return failure
  const code = codeOf(jsonOf(response))
  if (code === 0) return undefined
  const detail =
    code === undefined
      ? 'The answer is not that of a Digifort server. Check the address.'
      : `Digifort refused it with code ${code}. Check user, password, rights and names.`
  return { ...resultOfAnswer('misconfigured', detail, ms), status: response.status }
}

/** Asks for the picture of a camera, which proves the login, the rights and the name. Its first bytes are enough. */
async function askSnapshot(
  ask: (address: string) => Promise<GuardedResponse>,
  config: DigifortConfig,
  now: Date,
  elapsed: () => number,
): Promise<NotDelivered | undefined> {
  const query = { Camera: config.testCamera, Width: '320', Height: '240', Quality: '50' }
  const response = await ask(addressOf(config, 'Cameras/GetSnapshot', query))
  if (response.ok && response.status === 200 && response.body[0] === 0xff && response.body[1] === 0xd8) return undefined
  const failure = failureOfAnswer(response, now, elapsed())
  const detail = 'Digifort sent no picture of the camera for the test. Check its name and that it is connected.'
  return failure?.code === 'misconfigured' || failure === undefined
    ? { ...resultOfAnswer('misconfigured', `${detail} ${failure?.detail ?? ''}`.trim(), elapsed()), status: 200 }
    : failure
}

/** Sends alarms to Digifort as global events: docs/receivers.md. */
export const digifortReceiver: ReceiverAdapter<DigifortConfig> = {
  inFlight: { limit: 32, perCompany: 8 },
  parse: parseDigifortConfig,
  addresses: ({ url }) => [{ field: 'url', url }],
  wantsPicture: () => false,
  async send(message, config, { guard, signal }: DeliveryDeps): Promise<DeliveryResult> {
    const { payload, now } = message
    const own = occasionOf(payload) === 'cancelled' ? undefined : lineOfCamera(payload, config.cameras)?.event
    const event = own || eventOf(payload, config)
    if (event === undefined) return NOT_TOLD
    const startedAt = performance.now()
    const elapsed = (): number => Math.round(performance.now() - startedAt)
    const ask = (address: string): Promise<GuardedResponse> =>
      guard.fetch(address, {
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_ANSWER,
        ...(config.fingerprint === '' ? {} : { fingerprint: config.fingerprint }),
        ...(signal ? { signal } : {}),
      })
    if (payload.type === 'test' && config.testCamera !== '') {
      const failure = await askSnapshot(ask, config, now, elapsed)
      if (failure) return failure
    }
    const response = await ask(triggerEvent(config, event, message))
    const failure = failureOfAnswer(response, now, elapsed())
    return failure ?? { ok: true, ...(response.ok ? { status: response.status } : {}), ms: elapsed() }
  },
}
