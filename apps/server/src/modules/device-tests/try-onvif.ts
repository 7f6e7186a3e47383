import type { BodyOf, connectOnvif as operation, DeviceFailure, ReplyOf } from '@winnow/contract'
import type { Guard, GuardCode, TransportCode } from '@winnow/delivery'
import { connectOnvif, type PostReply } from '@winnow/intake'
import { ATTEMPT_MS, failureByCode, failureOf } from './device-failure.ts'
import { addressOf } from './try-http.ts'

/** Where ONVIF devices have their device service. */
export const DEVICE_SERVICE = '/onvif/device_service'
/** Bytes of one answer. Recorders with many profiles have about 200 kB. */
const MAX_ANSWER_BYTES = 524_288

const failed = (failure: DeviceFailure): ReplyOf<typeof operation> => ({
  success: false,
  failure,
  device: null,
  streams: [],
  ptz: false,
})

/** The function with which an ONVIF device is called: at its checked address, and with bounded answers. */
export const postOnvif =
  (guard: Guard, origin: string, { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }) =>
  async (
    path: string,
    body: string,
    authorization: string | undefined,
  ): Promise<PostReply<GuardCode | TransportCode>> => {
    const response = await guard.fetch(origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/soap+xml; charset=utf-8',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      timeoutMs,
      maxResponseBytes: MAX_ANSWER_BYTES,
      signal,
    })
    if (!response.ok) return { ok: false, code: response.code }
    return {
      ok: true,
      status: response.status,
      wwwAuthenticate: response.headers['www-authenticate'],
      body: response.truncated ? '' : Buffer.from(response.body).toString('utf8'),
    }
  }

/** Asks an ONVIF device what it is and which streams it has. */
export async function tryOnvif(
  guard: Guard,
  asked: Omit<BodyOf<typeof operation>, 'siteId'>,
  { now, totalMs }: { now: Date; totalMs: number },
): Promise<ReplyOf<typeof operation>> {
  const origin = addressOf(asked)
  const signal = AbortSignal.timeout(totalMs)
  const post = postOnvif(guard, origin, { timeoutMs: ATTEMPT_MS, signal })
  const { username, password = '', path } = asked
  const found = await connectOnvif({ user: username || undefined, password, path: path || DEVICE_SERVICE, now, post })
  if (!found.ok) {
    const { code } = found
    return failed(code === 'login' || code === 'answer' ? failureOf(code) : failureByCode(code, asked.host))
  }
  const host = asked.host.includes(':') ? `[${asked.host}]` : asked.host
  return {
    success: true,
    failure: null,
    device: found.device,
    streams: found.streams.map(({ name, codec, width, height, port, path: streamPath }) => ({
      url: `rtsp://${host}:${port}${streamPath}`,
      name,
      codec: codec?.toUpperCase() ?? null,
      width,
      height,
    })),
    ptz: found.ptz,
  }
}
