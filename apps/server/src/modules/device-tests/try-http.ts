import { randomBytes } from 'node:crypto'
import type { BodyOf, DeviceTestReply, testNvrHttp } from '@winnow/contract'
import type { Guard, GuardedResponse } from '@winnow/delivery'
import { authorize, parseChallenges } from '@winnow/intake'
import { ATTEMPT_MS, failed, failureByCode, failureOf, SUCCESS } from './device-failure.ts'

type Asked = Omit<BodyOf<typeof testNvrHttp>, 'siteId'>

/** No byte of the body is used, so hardly one is read. */
const BODY_BYTES = 1

/** The address, with brackets around an IPv6 address. */
export const addressOf = ({ host, port, tls }: { host: string; port: number; tls: boolean }): string =>
  `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`

const refusesLogin = (response: GuardedResponse): boolean =>
  response.ok && (response.status === 401 || response.status === 403)

/**
 * Asks a recorder for a page: without a login first, then once with the login that it wants. A second attempt with a wrong password would
 * bring the device closer to locking itself.
 */
export async function tryHttp(guard: Guard, asked: Asked): Promise<DeviceTestReply> {
  const path = asked.path || '/'
  const url = `${addressOf(asked)}${path}`
  const options = { timeoutMs: ATTEMPT_MS, maxResponseBytes: BODY_BYTES }
  let response = await guard.fetch(url, options)
  if (response.ok && response.status === 401 && asked.username) {
    const challenges = parseChallenges(response.headers['www-authenticate'])
    const authorization = authorize(challenges, {
      method: 'GET',
      uri: path,
      user: asked.username,
      password: asked.password ?? '',
      cnonce: randomBytes(16).toString('hex'),
    })
    if (authorization !== undefined) response = await guard.fetch(url, { ...options, headers: { authorization } })
  }
  if (!response.ok) return failed(failureByCode(response.code, asked.host))
  if (refusesLogin(response)) return failed(failureOf('login'))
  return response.status < 400 ? SUCCESS : failed(failureOf('answer'))
}
