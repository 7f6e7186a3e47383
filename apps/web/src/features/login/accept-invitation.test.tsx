import { acceptInvitation, generateOtp, getCurrentUser, getHome, openInvitation, type ReplyOf } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { secondStepStore } from '../../lib/session/second-step-store.ts'
import { sessionStore } from '../../lib/session/session-store.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { picture, strict } from './second-step.fixture.ts'

const PASSWORD = 'A fine new Passw0rd!'
const nia = buildUser({ id: '01900000-0000-7000-8000-0000000000bb', name: 'Nia' })

async function accept(reply: ReplyOf<typeof acceptInvitation> | Response, before = frameApi(null)) {
  onTestFinished(() => secondStepStore.set(null))
  const invited = { email: 'nia@guards.example', name: 'Nia', companyName: 'Guards', singleSignOn: 'none' as const }
  const api = before
  api
    .on(openInvitation, () => invited)
    .on(acceptInvitation, () => {
      api.on(getCurrentUser, () => nia)
      return reply
    })
    .on(generateOtp, picture)
    .on(getHome, () => buildHome())
  const rendered = await renderConsole('/accept-invitation?token=t', { api })
  await rendered.pointer.type(await screen.findByLabelText('New password'), PASSWORD)
  await rendered.pointer.type(screen.getByLabelText('Confirm'), `${PASSWORD}{Enter}`)
  return rendered
}

test('an accepted invitation logs the user in', async () => {
  await accept(nia)
  await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  expect(await screen.findByText('Account created. You are logged in.')).toBeDefined()
  expect(sessionStore.get().user?.id).toBe(nia.id)
})

test('an invitation opened in the browser of the inviting user logs in the invited user instead', async () => {
  await accept(nia, frameApi(buildUser({ name: 'Boss' })))
  await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
  expect(sessionStore.get().user?.id).toBe(nia.id)
})

test('an accepted invitation leads to the set-up if a second factor is required', async () => {
  await accept(strict)
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
  expect(location.pathname).toBe('/setup-2fa')
  expect(sessionStore.get().user).toBeNull()
})

test('a link that was used meanwhile shows an error', async () => {
  await accept(failure('LINK_INVALID', 'x'))
  expect((await screen.findByRole('alert')).textContent).toContain('not valid any more')
})
