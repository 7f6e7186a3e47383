import { randomBytes } from 'node:crypto'
import { authorize } from '../login/authorize.ts'
import { type Challenge, parseChallenges } from '../login/challenge.ts'
import { onvifRequest, type OnvifCall } from './request.ts'
import {
  type OnvifDevice,
  type OnvifProfile,
  type OnvifReply,
  readDevice,
  readDeviceTime,
  readMediaPath,
  readOnvifReply,
  readProfiles,
  readStreamAddress,
} from './reply.ts'

/** A reply over HTTP: its status, the login that it asks for, and its bounded body. */
export type PostReply<Code> =
  | { ok: true; status: number; wwwAuthenticate: string | readonly string[] | undefined; body: string }
  | { ok: false; code: Code }

export interface ConnectOptions<Code> {
  user: string | undefined
  password: string
  /** Where to call the device service, such as `/onvif/device_service`. */
  path: string
  now: Date
  /** Posts to a path of the device, at its checked address. */
  post: (path: string, body: string, authorization: string | undefined) => Promise<PostReply<Code>>
}

export interface OnvifStream extends Omit<OnvifProfile, 'token'> {
  /** Port, path and query of the stream. Its host is the device. */
  port: number
  path: string
}

export type OnvifConnection<Code> =
  | { ok: true; device: OnvifDevice; streams: OnvifStream[]; ptz: boolean }
  | { ok: false; code: Code | 'login' | 'answer' }

/** Streams whose address is asked for. Recorders have several profiles for each channel. */
const MAX_STREAMS = 32

/** Ends the calls. Why stands in the client. */
class Refused extends Error {}

/**
 * Asks a device what it is and which streams it has. Its clock is read first, because it refuses tokens of another time. The second refusal
 * of the login ends everything, because devices lock a user after a few wrong passwords.
 */
export async function connectOnvif<Code>(options: ConnectOptions<Code>): Promise<OnvifConnection<Code>> {
  const client = new Client(options)
  try {
    await client.readClock()
    const device = readDevice(await client.call({ service: 'device', name: 'GetDeviceInformation' }, options.path))
    const media = readMediaPath(await client.call({ service: 'device', name: 'GetCapabilities' }, options.path))
    const profiles =
      media === undefined ? [] : readProfiles(await client.call({ service: 'media', name: 'GetProfiles' }, media))
    const streams: OnvifStream[] = []
    for (const { token, ...profile } of profiles.slice(0, MAX_STREAMS)) {
      // oxlint-disable-next-line no-await-in-loop -- devices answer few calls at the same time
      const answer = await client.call({ service: 'media', name: 'GetStreamUri', profile: token }, media ?? '')
      const address = readStreamAddress(answer)
      if (address) streams.push({ ...profile, ...address })
    }
    return { ok: true, device, streams, ptz: profiles.some(({ ptz }) => ptz) }
  } catch (error) {
    if (error instanceof Refused && client.refusal !== undefined) return { ok: false, code: client.refusal }
    throw error
  }
}

class Client<Code> {
  readonly #options: ConnectOptions<Code>
  #aheadMs = 0
  /** Why the device refused a call. */
  refusal: Code | 'login' | 'answer' | undefined
  #challenges: Challenge[] = []

  constructor(options: ConnectOptions<Code>) {
    this.#options = options
  }

  /** Learns how far the device's clock is from ours. Devices must answer this without a login. */
  async readClock(): Promise<void> {
    const { path, now } = this.#options
    const reply = await this.#post({ service: 'device', name: 'GetSystemDateAndTime' }, path, false)
    const time = reply.ok ? readDeviceTime(reply.answer) : undefined
    if (time) this.#aheadMs = time.getTime() - now.getTime()
  }

  async call(call: OnvifCall, path: string) {
    const reply = await this.#post(call, path, true)
    if (!reply.ok) throw this.#refuse(reply.problem)
    return reply.answer
  }

  async #post(call: OnvifCall, path: string, withLogin: boolean): Promise<OnvifReply> {
    const { user, password, now, post } = this.#options
    const hasLogin = withLogin && user !== undefined
    const body = onvifRequest(
      call,
      hasLogin
        ? { user, password, nonce: randomBytes(16), created: new Date(now.getTime() + this.#aheadMs) }
        : undefined,
    )
    const hadChallenge = this.#challenges.length > 0
    let reply = await post(path, body, hasLogin ? this.#authorization(path) : undefined)
    if (reply.ok && reply.status === 401 && hasLogin && !hadChallenge) {
      // Some devices want the login of HTTP too. They have seen no password yet, so this is their first refusal.
      this.#challenges = parseChallenges(reply.wwwAuthenticate)
      const authorization = this.#authorization(path)
      if (authorization !== undefined) reply = await post(path, body, authorization)
    }
    if (!reply.ok) throw this.#refuse(reply.code)
    const read = readOnvifReply(reply.body, call.name)
    return !read.ok && (reply.status === 401 || reply.status === 403) ? { ok: false, problem: 'login' } : read
  }

  #refuse(code: Code | 'login' | 'answer'): Refused {
    this.refusal = code
    return new Refused('The device refused a call')
  }

  #authorization(uri: string): string | undefined {
    const { user, password } = this.#options
    if (user === undefined) return undefined
    const cnonce = randomBytes(16).toString('hex')
    return authorize(this.#challenges, { method: 'POST', uri, user, password, cnonce })
  }
}
