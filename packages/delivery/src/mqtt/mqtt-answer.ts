import { resultOfAnswer } from '../answers.ts'
import { failureOf } from '../failure.ts'
import { describeTransportError } from '../guard/transport-error.ts'
import type { NotDelivered } from '../result.ts'

/** What the broker said, as MQTT 5 counts; those of 3.1.1 (1 to 5) among them. */
const WORDS: Readonly<Record<number, string>> = {
  1: 'it does not speak this version of MQTT. Choose the other one',
  2: 'it does not take our client id',
  132: 'it does not speak this version of MQTT. Choose the other one',
  133: 'it does not take our client id',
  135: 'we may not send to this topic. Check the rights of the user',
  138: 'it has banned us',
  144: 'it does not take this topic',
  149: 'the message is too large for it',
  151: 'its quota is used up',
  154: 'it keeps no messages (retain), which the state of cameras needs',
  155: 'it does not offer QoS 1',
}
const LOGIN = new Set([4, 5, 134])
/** What a later attempt can change by itself. */
const PASSING = new Set([3, 128, 131, 136, 137, 139, 142, 147, 150, 151, 159])

/** The reason code of a refusal; undefined for errors of another sort. */
function codeOf(error: unknown): number | undefined {
  // An aborted attempt has a number too, of another list.
  if (!(error instanceof Error) || error instanceof DOMException) return undefined
  return 'code' in error && typeof error.code === 'number' ? error.code : undefined
}

/** The result of an attempt that failed with an error of the connection, or that the broker refused. */
export function mqttFailure(error: unknown, isConnected: boolean, ms: number): NotDelivered {
  const code = codeOf(error)
  if (code === undefined) {
    const { code: transport, detail } = describeTransportError(error)
    return { ok: false, ...failureOf(transport), ms, detail }
  }
  if (LOGIN.has(code) || (code === 135 && !isConnected))
    return { ok: false, retry: true, code: 'auth', status: code, ms, detail: 'The broker refused the login.' }
  const detail = `The broker refused: ${WORDS[code] ?? `reason code ${code}`}.`
  return { ...resultOfAnswer(PASSING.has(code) ? 'try-again' : 'misconfigured', detail, ms), status: code }
}
