import { randomBytes } from 'node:crypto'
import { authorize } from '../login/authorize.ts'
import { type Challenge, parseChallenges } from '../login/challenge.ts'
import type { XmlElement } from '../xml/read-xml.ts'
import { onvifRequest, type OnvifCall } from './request.ts'
import { type OnvifReply, readDeviceTime, readOnvifReply } from './reply.ts'

/** A reply over HTTP: its status, the login that it asks for, and its bounded body. */
export type PostReply<Code> =
  | { ok: true; status: number; wwwAuthenticate: string | readonly string[] | undefined; body: string }
  | { ok: false; code: Code }

export interface OnvifClientOptions<Code> {
  user: string | undefined
  password: string
  /** Where to call the device service, such as `/onvif/device_service`. */
  path: string
  now: () => Date
  /** Posts to a path of the device, at its checked address. */
  post: (path: string, body: string, authorization: string | undefined) => Promise<PostReply<Code>>
}

/** Ends the calls. Why stands in the client. */
export class OnvifRefused extends Error {
  override readonly name = 'OnvifRefused'
}

/**
 * Calls the services of an ONVIF device. Its clock is read first, because it refuses tokens of another time. The second refusal of the login
 * ends everything, because devices lock a user after a few wrong passwords.
 */
export class OnvifClient<Code> {
  readonly #options: OnvifClientOptions<Code>
  #aheadMs = 0
  /** Why the device refused a call. */
  refusal: Code | 'login' | 'answer' | undefined
  #challenges: Challenge[] = []
  /** Whether the device took the login of HTTP. Then a new challenge only means that the old one is used up. */
  #isLoggedIn = false

  constructor(options: OnvifClientOptions<Code>) {
    this.#options = options
  }

  /** The path of the device service. */
  get path(): string {
    return this.#options.path
  }

  /** Learns how far the device's clock is from ours. Devices must answer this without a login. */
  async readClock(): Promise<void> {
    const { path, now } = this.#options
    const reply = await this.#post({ service: 'device', name: 'GetSystemDateAndTime' }, path, false)
    const time = reply.ok ? readDeviceTime(reply.answer) : undefined
    if (time) this.#aheadMs = time.getTime() - now().getTime()
  }

  /** @throws OnvifRefused */
  async call(call: OnvifCall, path: string): Promise<XmlElement> {
    return (await this.ask(call, path)).answer
  }

  /** The answer with the document in which it stands. @throws OnvifRefused */
  async ask(call: OnvifCall, path: string): Promise<{ answer: XmlElement; document: string }> {
    const reply = await this.#post(call, path, true)
    if (!reply.ok) throw this.#refuse(reply.problem)
    return reply
  }

  /** The device answers, but not as its services must. */
  refuse(): OnvifRefused {
    return this.#refuse('answer')
  }

  async #post(call: OnvifCall, path: string, withLogin: boolean): Promise<OnvifReply> {
    const { user, password, now, post } = this.#options
    const hasLogin = withLogin && user !== undefined
    const body = onvifRequest(
      call,
      hasLogin
        ? { user, password, nonce: randomBytes(16), created: new Date(now().getTime() + this.#aheadMs) }
        : undefined,
    )
    const mayTryAgain = this.#challenges.length === 0 || this.#isLoggedIn
    let reply = await post(path, body, hasLogin ? this.#authorization(path) : undefined)
    if (reply.ok && reply.status === 401 && hasLogin && mayTryAgain) {
      // Some devices want the login of HTTP too. They have seen no password yet, so this is their first refusal.
      this.#challenges = parseChallenges(reply.wwwAuthenticate)
      this.#isLoggedIn = false
      const authorization = this.#authorization(path)
      if (authorization !== undefined) reply = await post(path, body, authorization)
    }
    if (!reply.ok) throw this.#refuse(reply.code)
    if (reply.status === 200 && hasLogin) this.#isLoggedIn = this.#challenges.length > 0
    const read = readOnvifReply(reply.body, call.name)
    return !read.ok && (reply.status === 401 || reply.status === 403) ? { ok: false, problem: 'login' } : read
  }

  #refuse(code: Code | 'login' | 'answer'): OnvifRefused {
    this.refusal = code
    return new OnvifRefused('The device refused a call')
  }

  #authorization(uri: string): string | undefined {
    const { user, password } = this.#options
    if (user === undefined) return undefined
    const cnonce = randomBytes(16).toString('hex')
    return authorize(this.#challenges, { method: 'POST', uri, user, password, cnonce })
  }
}
