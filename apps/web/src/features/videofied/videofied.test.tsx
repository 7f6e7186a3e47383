import {
  addVideofied,
  deleteVideofied,
  searchNodes,
  updateVideofied,
  type Videofied,
  type VideofiedPanel,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildVideofiedPanel, videofiedApi } from './testing/build-videofied.ts'

const boss = buildUser({ permissions: ['company.write', 'node.read'] })
const SITE = '01900000-0000-7000-8000-000000000502'
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function open(reply: Partial<Videofied> = {}) {
  const api = videofiedApi(frameApi(boss), reply)
  const opened = await renderConsole('/cams/settings/videofied', { api })
  const panels = within(await screen.findByRole('region', { name: 'Panels' }))
  return { ...opened, panels }
}

test('a panel is added to a site that is found by its name · INTEGRATIONS-001', async () => {
  const { pointer, api, panels } = await open({ panels: [] })
  expect(panels.getByText('No panel yet')).toBeDefined()
  let isTaken = true
  api
    .on(searchNodes, () => [
      { kind: 'project' as const, id: '01900000-0000-7000-8000-000000000500', name: 'Port', path: 'Port' },
      { kind: 'site' as const, id: SITE, name: 'Quay', path: 'Port › Quay' },
    ])
    .on(addVideofied, () =>
      isTaken
        ? failure('SERIAL_TAKEN', 'x', [{ field: 'serial', message: 'Another panel has this serial number' }])
        : buildVideofiedPanel(),
    )
  await pointer.click(panels.getByRole('button', { name: 'Add panel' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add panel' }))
  const serial = dialog.getByRole('textbox', { name: /Serial number/ })
  await pointer.type(serial, 'E76')
  await pointer.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Sixteen digits, or letters from A to F')).toBeDefined()
  // The form leads to the site. Its list stays closed, so that what is wrong can be read.
  const site = dialog.getByRole('combobox', { name: /Site/ })
  await waitFor(() => expect(document.activeElement).toBe(site))
  expect(site.getAttribute('aria-expanded')).toBe('false')
  expect(api.callsOf(addVideofied)).toEqual([])
  await pointer.type(serial, '0491513080214')
  await pointer.type(dialog.getByRole('combobox', { name: /Site/ }), 'quay')
  await pointer.click(await screen.findByRole('option', { name: 'Port › Quay' }))
  expect(screen.queryByRole('option', { name: 'Port' })).toBeNull()
  await pointer.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Another panel has this serial number')).toBeDefined()
  isTaken = false
  await pointer.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(addVideofied).at(-1)?.body).toEqual({ siteId: SITE, serial: 'E760491513080214' })
})

test.each<[string, Partial<VideofiedPanel>, RegExp]>([
  ['never connected', {}, /Never connected.*has not called yet/],
  ['working', { seenAt: ago(1) }, /Working.*Last heard/],
  ['silent', { seenAt: ago(50) }, /Silent.*cyclic test/],
  [
    'failing',
    { seenAt: ago(2), problem: { code: 'version', at: ago(1) } },
    /Not served.*another version.*Last problem/,
  ],
  ['working again', { seenAt: ago(1), problem: { code: 'login', at: ago(2) } }, /Working/],
])('a panel that is %s says so, and what to do', async (_what, changes, text) => {
  const { panels } = await open({ panels: [buildVideofiedPanel(changes)] })
  expect(panels.getByRole('group', { name: 'Panels Quay' }).textContent).toMatch(text)
})

test('a panel shows what it reported last, its detectors, and which of them no camera has', async () => {
  const { panels } = await open({
    panels: [
      buildVideofiedPanel({
        seenAt: ago(1),
        lastEvent: { at: ago(1), words: 'Intrusion (1)' },
        detectors: [
          { number: 2, name: 'Door', viewName: 'Gate' },
          { number: 3, name: 'Hall', viewName: null },
        ],
      }),
    ],
  })
  expect(panels.getByText(/Last event: Intrusion \(1\)/)).toBeDefined()
  const rows = within(panels.getByRole('list', { name: 'Detectors Quay' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['2 Door → Gate', '3 Hall → no camera with this channel'])
})

test('what to enter in a panel can be copied', async () => {
  await open({ server: { host: 'localhost', port: 9888, onlyHere: true } })
  const guide = within(screen.getByRole('region', { name: 'How to set up the panel' }))
  expect(guide.getByLabelText('Port').textContent).toBe('9888')
  expect(guide.getByText(/WINNOW_FRONTEL_HOST/)).toBeDefined()
  expect(guide.getAllByRole('button', { name: 'Copy' })).toHaveLength(2)
})

test('without a listener the page says who can switch it on', async () => {
  await open({ server: null })
  expect(screen.getByText(/WINNOW_FRONTEL=on/)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'How to set up the panel' })).toBeNull()
})

test('a panel is replaced and deleted; callers that nobody has are shown to those who run the installation', async () => {
  const unknown = [{ serial: 'F760491513080214', address: '192.0.2.7', lastAt: ago(1), times: 3 }]
  const { pointer, api, panels } = await open({ unknown })
  api.on(updateVideofied, () => buildVideofiedPanel()).on(deleteVideofied, () => ({ success: true as const }))
  expect(screen.getByText('F760491513080214')).toBeDefined()
  await pointer.click(panels.getByRole('button', { name: 'Change serial number Quay' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change serial number' }))
  const serial = dialog.getByRole('textbox', { name: /Serial number/ })
  await pointer.clear(serial)
  await pointer.type(serial, 'F760491513080214')
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { siteId } = buildVideofiedPanel()
  expect(api.callsOf(updateVideofied)[0]?.body).toEqual({ siteId, serial: 'F760491513080214' })
  await pointer.click(panels.getByRole('button', { name: 'Delete Quay' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Delete the panel of Quay?' }))
  await pointer.click(asked.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(api.callsOf(deleteVideofied)[0]?.query).toEqual({ siteId }))
})
