import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { KeyRing } from '../../../platform/crypto/key-ring.ts'
import type { PasswordHasher } from '../../../platform/crypto/password-hasher.ts'
import type { Db } from '../../../platform/db/transaction.ts'
import type { CaptchaChallenges, SolvedCaptcha } from '../captcha/captcha-challenges.ts'
import { captchaOf } from '../captcha/require-captcha.ts'

/** The dependencies of second factors. */
export interface SecondFactorDeps {
  db: Db
  clock: Clock
  keys: KeyRing
  hasher: PasswordHasher
  captchas: CaptchaChallenges
}

/** The owner of a second factor. */
export interface Owner {
  id: string
  companyId: string
  name: string
}

/** The origin of a request, for the audit log and the counters, and its solved captcha. */
export interface Origin {
  address: string
  requestId: string
  captcha: SolvedCaptcha | undefined
}

export const originOf = (request: FastifyRequest, captchaInBody?: SolvedCaptcha): Origin => ({
  address: request.ip,
  requestId: request.id,
  captcha: captchaOf(request, captchaInBody),
})
