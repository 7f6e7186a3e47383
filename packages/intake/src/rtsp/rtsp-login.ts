import { randomBytes } from 'node:crypto'
import { authorize } from '../login/authorize.ts'
import { type Challenge, parseChallenges } from '../login/challenge.ts'
import type { RtspReply } from './reply.ts'

interface Asked {
  method: string
  url: string
}

/** The login at one device. It is sent when the device asks for it, and not again when the device refuses it: devices lock a user after a few wrong passwords. */
export class RtspLogin {
  readonly #user: string | undefined
  readonly #password: string
  #challenges: readonly Challenge[] = []
  /** How often the nonce of the challenges was used. */
  #uses = 0

  constructor({ user, password }: { user: string | undefined; password: string }) {
    this.#user = user
    this.#password = password
  }

  /** The header `Authorization` of a request; undefined until the device has asked for a login. */
  authorize(request: Asked): string | undefined {
    const header = this.#headerOf(request, this.#uses + 1)
    if (header !== undefined) this.#uses += 1
    return header
  }

  /** Reads the reply to a request. @returns whether the request is to be sent again, with the login that the device asks for */
  mustRepeat(request: Asked, { status, headers }: RtspReply): boolean {
    if (status !== 401) return false
    const challenges = parseChallenges(headers.get('www-authenticate'))
    // A nonce that has grown old is no refusal of the password.
    const isStale = challenges.some(({ params }) => params.get('stale')?.toLowerCase() === 'true')
    if (this.#challenges.length > 0 && !isStale) return false
    this.#challenges = challenges
    this.#uses = 0
    return this.#headerOf(request, 1) !== undefined
  }

  #headerOf({ method, url: uri }: Asked, count: number): string | undefined {
    const user = this.#user
    if (user === undefined || this.#challenges.length === 0) return undefined
    const cnonce = randomBytes(16).toString('hex')
    return authorize(this.#challenges, { method, uri, user, password: this.#password, cnonce, count })
  }
}
