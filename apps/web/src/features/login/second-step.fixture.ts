import {
  cancelWaitingLogin,
  confirmOtp,
  type CurrentUser,
  generateOtp,
  getCurrentUser,
  getHome,
  getSession,
  login,
  OTP_SECRET_HEADER,
  checkUserByEmail,
  type SecondStep,
  updateUserOtp,
} from '@winnow/contract'
import { screen } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { secondStepStore } from '../../lib/session/second-step-store.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure, type FakeApi } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

export const CODES = [
  '123456',
  '234567',
  '345678',
  '456789',
  '567890',
  '678901',
  '789012',
  '890123',
  '901234',
  '012345',
]

export const step = (given: Partial<SecondStep>): SecondStep => ({
  result: 'totp',
  login2FaFlow: 'totp_accepted',
  login2FaSetupSkipsRemaining: 0,
  userId: '01900000-0000-7000-8000-0000000000aa',
  email: 'ada@example.com',
  ...given,
})
export const strict = step({ result: 'totp_pending', login2FaFlow: 'totp_pending_strict' })
export const skippable = step({
  result: 'totp_pending',
  login2FaFlow: 'totp_pending_allow_skip',
  login2FaSetupSkipsRemaining: 3,
})

export const picture = () =>
  new Response(new Blob(['png'], { type: 'image/png' }), {
    headers: { 'content-type': 'image/png', [OTP_SECRET_HEADER]: 'ABCDEFGHIJKLMNOP' },
  })

/** A server whose login waits for a second factor. The right code, a finished set-up or a skipped set-up completes the login. */
export function waitingApi(
  waiting: SecondStep,
  finished: CurrentUser = buildUser({ login2FaFlow: 'totp_accepted' }),
): FakeApi {
  let user: CurrentUser | undefined
  onTestFinished(() => secondStepStore.set(null))
  return frameApi(null)
    .on(getCurrentUser, () => user ?? failure('NOT_AUTHORISED', 'x'))
    .on(getHome, () => buildHome())
    .on(checkUserByEmail, () => ({ isIDMUser: false, authUrl: null }))
    .on(getSession, () => ({ user: user ?? null, waiting: user ? null : waiting }))
    .on(cancelWaitingLogin, () => ({ success: true as const }))
    .on(generateOtp, picture)
    .on(login, ({ body }) => {
      if (body.password !== undefined) return waiting
      if (body.authenticationCode !== '111111' && body.backupCode !== '222222')
        return failure('CODE_INVALID', 'Incorrect verification code')
      user = finished
      return user
    })
    .on(confirmOtp, ({ body }) => {
      if (body.code !== '111111') return failure('CODE_INVALID', 'Incorrect verification code')
      user = finished
      return { success: true as const, codes: CODES }
    })
    .on(updateUserOtp, () => {
      user = finished
      return { success: true as const }
    })
}

export async function logIn(api: FakeApi, path = '/login?email=ada@example.com') {
  const rendered = await renderConsole(path, { api })
  await rendered.pointer.type(await screen.findByLabelText('Password'), 'secret{Enter}')
  return rendered
}
