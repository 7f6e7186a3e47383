import { activateCameras, type BulkReply, type Consent, getConsent, giveConsent } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { call } from '../../lib/api/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { sessionEnded } from '../../lib/session/session-store.ts'
import { buildUser } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-api.ts'
import { brandStore } from '../../theme/brands.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
// Loaded before the console imports it, so that it is there as soon as the console is rendered.
import './consent-dialogs.tsx'

const consent: Consent = {
  consentCode: 'activate-cameras',
  isAgreed: false,
  version: '1',
  content: '<p>Cameras cost money.</p>',
  language: 'en',
  agreedBy: null,
  agreedAt: null,
}
const agreed: Consent = { ...consent, isAgreed: true, agreedBy: 'Ada Admin', agreedAt: '2026-11-23T10:00:00Z' }
const refusal = { code: 'CONSENT_NEEDED', message: 'Agree first', requestId: 'r', consentCode: 'activate-cameras' }
const activated: BulkReply = { numberOfAffectedCameras: 3 }

/** Opens a page and activates cameras. The server refuses that until the company has agreed. */
async function activate(user = buildUser(), isAgreed = false) {
  const server = { isAgreed }
  const api = frameApi(user)
    .on(getConsent, () => (server.isAgreed ? agreed : consent))
    .on(giveConsent, () => {
      server.isAgreed = true
      return agreed
    })
    .on(activateCameras, () => (server.isAgreed ? activated : json(refusal, 409)))
  const page = await renderConsole('/cams/settings', { api })
  const run = () =>
    withConsent(() => call(activateCameras, { body: { allViews: true, productId: 'detect_pro' } })).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    )
  const begin = async () => {
    let outcome: ReturnType<typeof run> | undefined
    await act(async () => {
      outcome = run()
      await Promise.resolve()
    })
    return { outcome: outcome ?? run() }
  }
  return { ...page, api, server, begin }
}
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Agree to the activation of cameras' }))

describe('an action that needs a consent', () => {
  test('shows the text, and is done again once the user agrees; the next one is done at once · CONSENT-006', async () => {
    const { api, pointer, begin } = await activate()
    const { outcome } = await begin()
    const dialog = await findDialog()
    expect(dialog.getByText('Cameras cost money.')).toBeDefined()
    await pointer.click(dialog.getByRole('button', { name: 'Agree' }))
    expect(await outcome).toEqual({ reply: activated })
    expect(api.callsOf(activateCameras)).toHaveLength(2)
    expect(api.callsOf(giveConsent)[0]?.body).toEqual({ consentCode: 'activate-cameras', content: consent.content })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const next = await begin()
    expect(await next.outcome).toEqual({ reply: activated })
    expect(api.callsOf(giveConsent)).toHaveLength(1)
  })

  test('is done at once, without the dialog, if the company had agreed · CONSENT-006', async () => {
    const { api, begin } = await activate(buildUser(), true)
    const { outcome } = await begin()
    expect(await outcome).toEqual({ reply: activated })
    expect(api.callsOf(getConsent)).toHaveLength(0)
  })

  test('is done without the dialog if a colleague agrees between the refusal and the question · CONSENT-006', async () => {
    const { api, server, begin } = await activate()
    api.on(getConsent, () => {
      server.isAgreed = true
      return agreed
    })
    const { outcome } = await begin()
    expect(await outcome).toEqual({ reply: activated })
    expect(api.callsOf(giveConsent)).toHaveLength(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is asked of an administrator who has agreed to the partner’s text, too', async () => {
    const { company } = buildUser()
    const partner = buildUser({
      company: { ...company, theme: 'pelco' },
      permissions: ['company.read', 'detect.toggle', 'consent.white-label'],
    })
    const { api, pointer, begin } = await activate(partner)
    api.on(getConsent, ({ params }) =>
      params.consentCode === 'white-label-partner' ? { ...agreed, consentCode: params.consentCode } : consent,
    )
    const { outcome } = await begin()
    const dialog = await findDialog()
    await pointer.click(dialog.getByRole('button', { name: 'Agree' }))
    expect(await outcome).toEqual({ reply: activated })
    brandStore.set('default')
  })

  test.each([
    ['Cancel', (pointer: { click: (on: Element) => Promise<void> }) => pointer.click(screen.getByText('Cancel'))],
    ['Escape', (pointer: { keyboard: (keys: string) => Promise<void> }) => pointer.keyboard('{Escape}')],
  ])('ends without an error message on %s, since it is not required · CONSENT-005', async (_how, leave) => {
    const { api, pointer, begin } = await activate()
    const { outcome } = await begin()
    const dialog = await findDialog()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined()
    await leave(pointer)
    expect(await outcome).toEqual({ error: expect.objectContaining({ name: 'AbortError' }) })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(activateCameras)).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows why the text cannot be loaded, and offers to try again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { api, pointer, begin } = await activate()
    api.on(getConsent, () => json({ code: 'INTERNAL', message: 'broken', requestId: 'r' }, 500))
    const { outcome } = await begin()
    const dialog = await findDialog()
    api.on(getConsent, () => consent)
    await pointer.click(dialog.getByRole('button', { name: 'Try again' }))
    await pointer.click(await dialog.findByRole('button', { name: 'Agree' }))
    expect(await outcome).toEqual({ reply: activated })
  })

  test('ends with the logout', async () => {
    const { begin } = await activate()
    const { outcome } = await begin()
    await findDialog()
    act(() => sessionEnded())
    expect(await outcome).toEqual({ error: expect.objectContaining({ name: 'AbortError' }) })
  })

  test.each([
    ['may not agree for the company', buildUser({ permissions: ['node.read', 'detect.toggle'] })],
    ['acts in the name of another', buildUser({ impersonatedBy: { id: buildUser().id, name: 'Sue Super' } })],
  ])('of a user who %s is refused without the dialog', async (_who, user) => {
    const { api, begin } = await activate(user)
    const { outcome } = await begin()
    expect(await outcome).toEqual({ error: expect.objectContaining({ code: 'CONSENT_NEEDED' }) })
    expect(api.callsOf(getConsent)).toHaveLength(0)
  })
})
