import { type Consent, getConsent, giveConsent, logout } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure, type FakeApi } from '../../testing/fake-api.ts'
import { brandStore } from '../../theme/brands.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
// Loaded before the console imports it, so that it is there as soon as the console is rendered.
import './consent-dialogs.tsx'

const user = buildUser()
const partner = buildUser({
  company: { ...user.company, theme: 'pelco' },
  permissions: ['company.read', 'alarm.read', 'consent.white-label'],
})
const consent: Consent = {
  consentCode: 'white-label-partner',
  isAgreed: false,
  version: '1',
  content: '<h1>Our terms</h1><p>You agree.</p>',
  language: 'en',
  agreedBy: null,
  agreedAt: null,
}
const agreed: Consent = { ...consent, isAgreed: true, agreedBy: user.name, agreedAt: '2026-11-23T10:00:00Z' }

/** The height of the text in the page, in pixels. jsdom does no layout. */
let textHeight = 0
beforeEach(() => {
  textHeight = 0
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => textHeight)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  brandStore.set('default')
})

const partnerApi = (): FakeApi =>
  frameApi(partner)
    .on(getConsent, () => consent)
    .on(giveConsent, () => agreed)
const open = (api = partnerApi()) => renderConsole('/cams/settings', { api })

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Agree to the partner’s terms' }))
const agreeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Agree' })
function scrollTo(top: number): void {
  const view = screen.getByRole('region', { name: 'Text of the agreement' })
  view.scrollTop = top
  fireEvent.scroll(view)
}

describe('the dialog with an agreement', () => {
  test('shows the text, and who agrees for which company on which day · CONSENT-001', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-23T23:30:00Z') })
    await open()
    const dialog = await findDialog()
    expect(dialog.getByRole('heading', { name: 'Our terms' })).toBeDefined()
    expect(dialog.getByText('You agree.')).toBeDefined()
    const acknowledgement = dialog.getByText(/I have read and accept this text/)
    expect(acknowledgement.textContent).toBe(
      'By agreeing, I confirm for Demo Security that I have read and accept this text. Ada Admin, 23/11/2026.',
    )
  })

  test('has a text of at most 400 px, with Agree disabled until 10 px before its end · CONSENT-002', async () => {
    textHeight = 1000
    await open()
    await findDialog()
    const view = screen.getByRole('region', { name: 'Text of the agreement' })
    expect(view.style.maxHeight).toBe('400px')
    expect(agreeButton().disabled).toBe(true)
    expect(screen.getByText('Scroll to the end of the text to agree.')).toBeDefined()
    scrollTo(589)
    expect(agreeButton().disabled).toBe(true)
    scrollTo(590)
    expect(agreeButton().disabled).toBe(false)
    expect(screen.queryByText('Scroll to the end of the text to agree.')).toBeNull()
    // Reading the beginning again does not take the button away.
    scrollTo(0)
    expect(agreeButton().disabled).toBe(false)
  })

  test('has Agree enabled at once if the text fits · CONSENT-003', async () => {
    textHeight = 400
    await open()
    await findDialog()
    expect(agreeButton().disabled).toBe(false)
  })

  test('has Agree disabled while the request is in progress · CONSENT-004', async () => {
    let answer = (_reply: Consent): void => undefined
    const api = partnerApi().on(giveConsent, () => new Promise((resolve) => (answer = resolve)))
    const { pointer } = await open(api)
    await findDialog()
    await pointer.click(agreeButton())
    await waitFor(() => expect(agreeButton().disabled).toBe(true))
    fireEvent.click(agreeButton())
    expect(api.callsOf(giveConsent)).toHaveLength(1)
    act(() => answer(agreed))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('for a required text has no Cancel, no cross and ignores Escape; logging out is possible · CONSENT-005', async () => {
    const { pointer } = await open(partnerApi().on(logout, () => ({ success: true as const })))
    const dialog = await findDialog()
    expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual(['Log out', 'Agree'])
    await pointer.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
    await pointer.click(dialog.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
  })

  test('sends exactly the text that was shown, and is completed when the reply says so · CONSENT-008 CONSENT-009', async () => {
    const content = '<p>Fish &amp; chips<script>alert(1)</script></p>'
    const api = partnerApi()
      .on(getConsent, () => ({ ...consent, content }))
      .on(giveConsent, () => ({ ...agreed, isAgreed: false }))
    const { pointer } = await open(api)
    await findDialog()
    expect(screen.getByText('Fish & chips')).toBeDefined()
    await pointer.click(agreeButton())
    await waitFor(() => expect(api.callsOf(giveConsent)).toHaveLength(1))
    expect(api.callsOf(giveConsent)[0]?.body).toEqual({ consentCode: 'white-label-partner', content })
    expect(screen.getByRole('dialog')).toBeDefined()
    api.on(giveConsent, () => agreed)
    await waitFor(() => expect(agreeButton().disabled).toBe(false))
    await pointer.click(agreeButton())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test("shows a failed save as a toast titled 'Error' with the text of the error, and stays open · CONSENT-010", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = partnerApi().on(giveConsent, () => failure('STORAGE_FULL', 'No space'))
    const { pointer } = await open(api)
    await findDialog()
    await pointer.click(agreeButton())
    const toast = await screen.findByRole('alert')
    expect(within(toast).getByText('Error')).toBeDefined()
    expect(toast.textContent).toMatch(/full|space/i)
    expect(screen.getByRole('dialog')).toBeDefined()
    await waitFor(() => expect(agreeButton().disabled).toBe(false))
    log.mockRestore()
  })

  test('shows the new text from its beginning if the text was replaced meanwhile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    textHeight = 1000
    const api = partnerApi().on(giveConsent, () => failure('CONSENT_OUTDATED', 'Not the current text'))
    const { pointer } = await open(api)
    await findDialog()
    scrollTo(600)
    api.on(getConsent, () => ({ ...consent, version: '2', content: '<p>Other terms</p>' }))
    await pointer.click(agreeButton())
    expect(await screen.findByText('Other terms')).toBeDefined()
    expect(screen.getByRole('region', { name: 'Text of the agreement' }).scrollTop).toBe(0)
    expect(agreeButton().disabled).toBe(true)
  })

  test('gives the focus to the text, so that it scrolls by keyboard', async () => {
    await open()
    await findDialog()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Text of the agreement' })),
    )
  })
})

describe('the partner’s text', () => {
  test('is not shown if the company has agreed · CONSENT-006 CONSENT-008', async () => {
    const api = partnerApi().on(getConsent, () => agreed)
    await open(api)
    await waitFor(() => expect(api.callsOf(getConsent)).toHaveLength(1))
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['with the default theme', { ...partner, company: user.company }],
    ['without the permission', { ...user, company: partner.company }],
  ])('is not asked for %s · CONSENT-007', async (_who, somebody) => {
    const api = frameApi(somebody)
    await open(api)
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(api.callsOf(getConsent)).toHaveLength(0)
  })

  test('does not close the console if it cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = partnerApi().on(getConsent, () => failure('INTERNAL', 'broken'))
    await open(api)
    await waitFor(() => expect(api.callsOf(getConsent).length).toBeGreaterThan(0))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
