import { CAPTCHA_ANSWER_HEADER, CAPTCHA_NONCE_HEADER } from '@winnow/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import type { CaptchaChallenges, SolvedCaptcha } from './captcha-challenges.ts'

/** The solved captcha of a request, from its headers, or from the body if the operation has a field for it there. */
export function captchaOf(request: FastifyRequest, inBody?: SolvedCaptcha): SolvedCaptcha | undefined {
  const [nonce, answer] = [request.headers[CAPTCHA_NONCE_HEADER], request.headers[CAPTCHA_ANSWER_HEADER]]
  return typeof nonce === 'string' && typeof answer === 'string' ? { nonce, answer } : inBody
}

/** Checks a solved captcha. @throws AppError with one of the three codes for which the console shows a captcha */
export async function requireCaptcha(
  challenges: CaptchaChallenges,
  solved: SolvedCaptcha | undefined,
  now: Date,
): Promise<void> {
  if (!solved) throw new AppError('CAPTCHA_REQUIRED', 'Captcha required')
  const result = await challenges.redeem(solved, now)
  if (result === 'expired') throw new AppError('CAPTCHA_EXPIRED', 'Captcha expired')
  if (result === 'incorrect') throw new AppError('CAPTCHA_INCORRECT', 'Incorrect captcha answer')
}
