import { type DeviceFailure, type DeviceProblem, type DeviceTestReply, NOT_FETCHED } from '@winnow/contract'
import type { GuardCode, TransportCode } from '@winnow/delivery'
import ipaddr from 'ipaddr.js'

/** Milliseconds that a device has to answer one attempt. */
export const ATTEMPT_MS = 10_000

export const SUCCESS: DeviceTestReply = { success: true, failure: null }

const MESSAGES: Readonly<Record<DeviceProblem, string>> = {
  refused: NOT_FETCHED,
  unreachable: NOT_FETCHED,
  certificate: 'The certificate of the device is not signed by a known authority',
  login: 'The device refuses the user or the password',
  mailbox: 'The mail server takes no mail for this mailbox',
  answer: 'Somebody answers, but not as such a device does',
  'no-stream': 'The device has no stream at a known path',
}

/** Refusals that a line of the settings lifts. */
const CAN_BE_ALLOWED: ReadonlySet<string> = new Set<GuardCode>(['private', 'loopback', 'link-local'])

const PROBLEMS: Readonly<Record<GuardCode | TransportCode, DeviceProblem>> = {
  invalid: 'refused',
  scheme: 'refused',
  credentials: 'refused',
  port: 'refused',
  private: 'refused',
  loopback: 'refused',
  'link-local': 'refused',
  metadata: 'refused',
  'own-service': 'refused',
  unresolvable: 'unreachable',
  timeout: 'unreachable',
  refused: 'unreachable',
  connect: 'unreachable',
  aborted: 'unreachable',
  tls: 'certificate',
  protocol: 'answer',
}

const problemOf = (code: GuardCode | TransportCode): DeviceProblem => PROBLEMS[code]

/**
 * The line that allows the host. A name stands for an address that only the network's names know, and that is told to nobody: whoever
 * adds the line looks it up.
 */
const settingFor = (host: string): string =>
  `WINNOW_ALLOWED_NETWORKS_CAMERAS=${ipaddr.isValid(host) ? host : `<address of ${host}>`}`

/** Milliseconds for all attempts of a search. */
export const SEARCH_MS = 30_000

/** What the caller is told about a failed attempt. */
export function failureOf(problem: DeviceProblem, setting: string | null = null): DeviceFailure {
  return { problem, message: MESSAGES[problem], setting }
}

/** The same, by the code of the guard or of the transport. */
export const failureByCode = (code: GuardCode | TransportCode, host: string): DeviceFailure =>
  failureOf(problemOf(code), CAN_BE_ALLOWED.has(code) ? settingFor(host) : null)

export const failed = (failure: DeviceFailure): DeviceTestReply => ({ success: false, failure })
