import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { preferencesOf } from '../../lib/preferences/user-preferences.ts'
import { sessionStore } from '../../lib/session/session-store.ts'
import { preferring } from '../../testing/preferring.ts'
import { declinedZonesStore } from './state/declined-zones.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { buildSite, siteId } from './testing/node-factory.ts'
import { heading, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })
beforeEach(() => declinedZonesStore.set([]))

const HINT = 'Your times are shown in Europe/Berlin.'

/** Opens a site with this time zone, `null` for the company's default, Europe/London. */
async function openSite(ownTimezone: string | null) {
  const server = new ClientsServer()
  server.sites = [buildSite(1, { ownTimezone, timezone: ownTimezone ?? 'Europe/London' })]
  const opened = await openClients(`/cams/clients/u?site=${siteId(1)}`, server)
  preferring({ userTimezone: 'Europe/Berlin' })
  await heading('Site 1')
  await screen.findByRole('textbox', { name: 'Name of the site' })
  return opened
}

async function openQuestion(ownTimezone: string | null) {
  const { pointer } = await openSite(ownTimezone)
  const button = screen.getByRole('button', { name: 'Change…', description: HINT })
  expect(screen.queryByRole('dialog')).toBeNull()
  await pointer.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your time zone?' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Yes' })))
  return { pointer, dialog }
}

/** Waits until the dialog and the hint are gone and the focus is on the scrolling part of the pane. */
async function expectGone() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(HINT)).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Site 1' })))
}

test('Yes changes the user’s time zone to that of the site · TIMEZONE-001 TIMEZONE-003', async () => {
  const { pointer, dialog } = await openQuestion('Asia/Tokyo')
  expect(
    dialog.getByText(/^The time zone of this site is Asia\/Tokyo\. Do you want to change .* from Europe\/Berlin/),
  ).toBeDefined()
  await pointer.keyboard('{Enter}')
  expect(await screen.findByText('User timezone changed to Asia/Tokyo')).toBeDefined()
  expect(preferencesOf(sessionStore.get().user).userTimezone).toBe('Asia/Tokyo')
  expect(declinedZonesStore.get()).toEqual([])
  await expectGone()
})

test('a site without a time zone suggests the default, and No is remembered · TIMEZONE-001', async () => {
  const { pointer, dialog } = await openQuestion(null)
  expect(
    dialog.getByText(/^This site has no time zone set\. .* is Europe\/London\. Do you want to use it/),
  ).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'No' }))
  await expectGone()
  expect(preferencesOf(sessionStore.get().user).userTimezone).toBe('Europe/Berlin')
  expect(localStorage.getItem('winnow.declined-zones')).toBe('["Europe/London"]')
})

test('Escape means No, and another suggestion is made all the same', async () => {
  declinedZonesStore.set(['Europe/London'])
  const { pointer } = await openQuestion('Asia/Tokyo')
  await pointer.keyboard('{Escape}')
  await expectGone()
  expect(preferencesOf(sessionStore.get().user).userTimezone).toBe('Europe/Berlin')
  expect(declinedZonesStore.get()).toEqual(['Europe/London', 'Asia/Tokyo'])
})

test('a user who has the time zone of the site is asked nothing · TIMEZONE-002', async () => {
  await openSite('Europe/Berlin')
  expect(screen.queryByText(HINT)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change…' })).toBeNull()
})
