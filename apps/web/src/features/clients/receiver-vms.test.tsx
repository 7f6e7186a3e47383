import { createReceiver, listReceivers, type Receiver, testReceiver } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { siteId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildReceiver } from './testing/receiver-factory.ts'

vi.setConfig({ testTimeout: 120_000 })

const GUID = '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'
const LOGIN = [
  [/^User name/, 'winnow'],
  [/^Password/, 's3cret'],
] as const

test.each([
  [
    'Milestone XProtect',
    [
      [/^Address of the server/, 'http://xprotect.example:9090/'],
      [/^Event of an alarm/, 'Intruder'],
      [/^Cameras at XProtect/, `Gate\t${GUID}`],
    ],
    {
      kind: 'milestone',
      config: { way: 'analytics', event: 'Intruder', picture: false, cameras: [{ camera: 'Gate', source: GUID }] },
    },
    // An analytics event has no login.
    'user',
  ],
  [
    'Digifort',
    [...LOGIN, [/^Address of the server/, 'https://digifort.example:8601/'], [/^Event of an alarm/, 'Intruder']],
    {
      kind: 'digifort',
      config: { user: 'winnow', password: 's3cret', inClear: false, message: '{{summary}} {{link}}' },
    },
    'port',
  ],
  [
    'Digital Watchdog (DW Spectrum, Nx Witness)',
    [...LOGIN, [/^Address of the server/, 'https://nx.example:7001/'], [/^Cameras in the system/, `Gate\t${GUID}`]],
    {
      kind: 'digital-watchdog',
      config: { source: 'Winnow', event: 'Alarm', bookmark: false, cameras: [{ camera: 'Gate', device: GUID }] },
    },
    'port',
  ],
] as const)('%s is added by its form, and its test says what was answered', async (title, typed, sent, absent) => {
  const server = new ClientsServer()
  let receivers: Receiver[] = []
  const detail = 'The server refused the call (403). Check the rights of the user.'
  server.api
    .on(listReceivers, () => receivers)
    .on(createReceiver, ({ body }) => {
      const receiver = buildReceiver(9, { kind: body.kind, name: body.name, config: { ...body.config } })
      receivers = [receiver]
      return { receiver, secret: null }
    })
    .on(testReceiver, () => ({ ok: false, status: 403, ms: 80, code: 'misconfigured', detail }))
  const { pointer } = await openClients(`/cams/clients/u?site=${siteId(1)}&tab=receivers`, server)
  await pointer.click(await screen.findByRole('button', { name: 'Add a receiver' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add a receiver' }))
  await pointer.selectOptions(form.getByRole('combobox', { name: 'Kind of receiver' }), title)
  for (const [label, text] of [[/^Name of the receiver/, 'System'] as const, ...typed]) {
    await pointer.click(form.getByLabelText(label, { selector: 'input, textarea' }))
    await pointer.paste(text)
  }
  await pointer.click(form.getByRole('button', { name: 'Add a receiver' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = server.api.callsOf(createReceiver)[0]?.body
  expect(body).toMatchObject(sent)
  expect(body?.config).not.toHaveProperty(absent)
  await pointer.click(await screen.findByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/The receiver answered, but the settings do not suit it/)).toBeDefined()
  expect(screen.getByText(detail)).toBeDefined()
})
