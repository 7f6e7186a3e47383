import { getSitePanel, type Panel, removeSitePanel, setSitePanel, type SitePanel } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const SERVER = { host: 'panels.winnow.example', port: 9999, onlyHere: false, takesPlain: true }
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const panelOf = (changes: Partial<Panel> = {}): Panel => ({
  account: '1234',
  encryption: 'aes128',
  arms: false,
  area: null,
  seenAt: ago(1),
  problem: null,
  ...changes,
})

async function openPanel(reply: Partial<SitePanel> = {}) {
  const server = new ClientsServer()
  server.api.on(getSitePanel, () => ({ server: SERVER, panel: null, unknown: null, ...reply }))
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}&tab=panel`, server)
  await screen.findByRole('heading', { name: 'Panel by SIA DC-09' })
  return { server, pointer }
}

test('a panel is set up: its key is made when it is saved, and shown once', async () => {
  const { server, pointer } = await openPanel()
  server.api.on(setSitePanel, ({ body }) => ({ panel: panelOf(body), key: '00112233445566778899AABBCCDDEEFF' }))
  expect(screen.getByRole('group', { name: 'Connection' }).textContent).toContain('No panel')
  expect(screen.getByText('panels.winnow.example')).toBeTruthy()
  await pointer.type(screen.getByRole('textbox', { name: /^Account/ }), 'beef')
  await pointer.click(screen.getByRole('switch', { name: /^When the panel is armed/ }))
  await pointer.type(screen.getByRole('textbox', { name: /^Area/ }), '2')
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Key of the panel' })
  expect(within(dialog).getByText('00112233445566778899AABBCCDDEEFF')).toBeTruthy()
  expect(server.api.callsOf(setSitePanel).map(({ body }) => body)).toEqual([
    { account: 'beef', encryption: 'aes128', newKey: false, arms: true, area: 2 },
  ])
})

test('an account that another panel has is told at its field, and a wrong one before', async () => {
  const { server, pointer } = await openPanel()
  server.api.on(setSitePanel, () =>
    failure('ACCOUNT_TAKEN', 'taken', [{ field: 'account', message: 'Another panel has this account' }]),
  )
  const account = screen.getByRole('textbox', { name: /^Account/ })
  await pointer.type(account, 'xy')
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Three to sixteen digits, or letters from A to F')).toBeTruthy()
  await pointer.clear(account)
  await pointer.type(account, '1234')
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Another panel has this account')).toBeTruthy()
})

test.each<[string, Partial<Panel>, RegExp]>([
  ['never connected', { seenAt: null }, /Never connected.*has not called yet/],
  ['working', {}, /Working.*Last message/],
  ['silent', { seenAt: ago(3_000) }, /Silent.*link tests/],
  ['failing', { seenAt: ago(10), problem: { code: 'wrong-key', at: ago(5) } }, /Not taken.*another key.*Last refused/],
  ['working again', { seenAt: ago(5), problem: { code: 'clock', at: ago(9) } }, /Working/],
])('a panel that is %s says so, and what to do', async (_state, changes, text) => {
  await openPanel({ panel: panelOf(changes) })
  expect(screen.getByRole('group', { name: 'Connection' }).textContent).toMatch(text)
})

test('a key is renewed and a panel removed only after a question', async () => {
  const { server, pointer } = await openPanel({ panel: panelOf() })
  server.api
    .on(setSitePanel, () => ({ panel: panelOf(), key: 'FFEE' }))
    .on(removeSitePanel, () => ({ success: true as const }))
  await pointer.click(screen.getByRole('button', { name: 'New key…' }))
  await pointer.click(await screen.findByRole('button', { name: 'Make a new key' }))
  await pointer.click(await screen.findByRole('button', { name: /^Done|I have/ }))
  expect(server.api.callsOf(setSitePanel)[0]?.body).toMatchObject({ newKey: true, account: '1234' })
  await pointer.click(screen.getByRole('button', { name: 'Remove the panel' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove the panel of this site?' })
  await pointer.click(within(dialog).getByRole('button', { name: 'Remove the panel' }))
  await waitFor(() => expect(server.api.callsOf(removeSitePanel)).toHaveLength(1))
})

test('where the receiver is switched off the page says how it is switched on, and asks nothing', async () => {
  await openPanel({ server: null })
  expect(screen.getByText(/WINNOW_DC09=on/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Account' })).toBeNull()
})

test('accounts that nobody has are listed where they are told', async () => {
  await openPanel({ unknown: [{ account: '9999', address: '203.0.113.9', lastAt: ago(1), times: 3 }] })
  const section = screen.getByRole('region', { name: 'Accounts that no panel has' })
  expect(within(section).getByText('9999')).toBeTruthy()
  expect(within(section).getByText('Address: 203.0.113.9')).toBeTruthy()
})
