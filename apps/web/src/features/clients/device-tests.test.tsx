import { connectOnvif, type DeviceTestReply, discoverRtsp, testNvrHttp, testNvrTcp, testSmtp } from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ClientsServer } from './testing/clients-server.ts'
import { siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const SUCCESS: DeviceTestReply = { success: true, failure: null }
const failure = (problem: 'refused' | 'login', setting: string | null = null): DeviceTestReply => ({
  success: false,
  failure: { problem, message: 'Could not fetch that resource', setting },
})

/** Opens the tests from a camera's page. */
async function open(server: ClientsServer) {
  await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  const pointer = userEvent.setup()
  await pointer.click(await screen.findByRole('button', { name: 'Test a connection' }))
  const dialog = await screen.findByRole('dialog', { name: 'Connection tests' })
  return { pointer, dialog: within(dialog) }
}

test('a recorder is tested with what was typed, and the form says that it answers · INTEGRATIONS-002', async () => {
  const server = new ClientsServer()
  const bodies: unknown[] = []
  server.api.on(testNvrHttp, ({ body }) => {
    bodies.push(body)
    return SUCCESS
  })
  const { pointer, dialog } = await open(server)
  await pointer.selectOptions(dialog.getByLabelText('What to test'), 'Recorder or camera over HTTP')
  await pointer.type(await dialog.findByRole('textbox', { name: /Host name or IP/ }), 'nvr.example')
  await pointer.type(dialog.getByRole('textbox', { name: /User name/ }), 'admin')
  await pointer.type(dialog.getByLabelText(/Password/, { selector: 'input' }), 'secret')
  await pointer.click(dialog.getByRole('button', { name: 'Test' }))
  expect(await dialog.findByText('The device answers.')).toBeDefined()
  expect(bodies).toEqual([
    { siteId: siteId(1), host: 'nvr.example', port: 80, tls: false, path: '/', username: 'admin', password: 'secret' },
  ])
})

test('a refused private address names the line that allows it · VALIDATION-032', async () => {
  const server = new ClientsServer()
  server.api.on(testNvrTcp, () => failure('refused', 'WINNOW_ALLOWED_NETWORKS_CAMERAS=192.168.1.20'))
  const { pointer, dialog } = await open(server)
  await pointer.selectOptions(dialog.getByLabelText('What to test'), 'Recorder or camera over TCP')
  await pointer.type(await dialog.findByRole('textbox', { name: /Host name or IP/ }), '192.168.1.20')
  await pointer.click(dialog.getByRole('button', { name: 'Test' }))
  expect(await dialog.findByText('Could not fetch that resource')).toBeDefined()
  expect(dialog.getByText('WINNOW_ALLOWED_NETWORKS_CAMERAS=192.168.1.20')).toBeDefined()
})

test('a wrong password says so, and warns of a lock', async () => {
  const server = new ClientsServer()
  server.api.on(testNvrHttp, () => failure('login'))
  const { pointer, dialog } = await open(server)
  await pointer.selectOptions(dialog.getByLabelText('What to test'), 'Recorder or camera over HTTP')
  await pointer.type(await dialog.findByRole('textbox', { name: /Host name or IP/ }), 'nvr.example')
  await pointer.click(dialog.getByRole('button', { name: 'Test' }))
  expect(await dialog.findByText('User or password is wrong')).toBeDefined()
  expect(dialog.getByText(/lock a user/)).toBeDefined()
})

test('what is wrong is said at its field, and nothing is called · VALIDATION-014 VALIDATION-017 VALIDATION-018 VALIDATION-020', async () => {
  const server = new ClientsServer()
  server.api.on(testSmtp, () => {
    throw new Error('must not be called')
  })
  const { pointer, dialog } = await open(server)
  await pointer.selectOptions(dialog.getByLabelText('What to test'), 'Mailbox of a station')
  await pointer.click(await dialog.findByRole('button', { name: 'Test' }))
  expect(await dialog.findByText('Mailbox is empty')).toBeDefined()
  expect(dialog.getByText('Hostname is empty')).toBeDefined()
  await pointer.type(dialog.getByRole('textbox', { name: /Mail server/ }), '10.0.0.300')
  expect(await dialog.findByText('IP is invalid')).toBeDefined()
  await pointer.clear(dialog.getByRole('textbox', { name: /Port/ }))
  await pointer.click(dialog.getByRole('button', { name: 'Test' }))
  expect(await dialog.findByText('Port is invalid')).toBeDefined()
})

test('the streams of a camera are listed to be copied · CAMERAS-013', async () => {
  const server = new ClientsServer()
  const bodies: unknown[] = []
  const url = 'rtsp://192.168.1.20:554/Streaming/Channels/201'
  server.api.on(discoverRtsp, ({ body }) => {
    bodies.push(body)
    return { ...SUCCESS, tries: 1, streams: [{ url, make: 'Hikvision', codec: 'H264', width: 1920, height: 1080 }] }
  })
  const { pointer, dialog } = await open(server)
  await pointer.type(await dialog.findByRole('textbox', { name: /Host name or IP/ }), '192.168.1.20')
  await pointer.clear(dialog.getByRole('textbox', { name: /Channel/ }))
  await pointer.click(dialog.getByRole('button', { name: 'Search' }))
  expect(await dialog.findByText('Number is invalid')).toBeDefined()
  await pointer.type(dialog.getByRole('textbox', { name: /Channel/ }), '2')
  await pointer.click(dialog.getByRole('button', { name: 'Search' }))
  expect(await dialog.findByText('One stream found.')).toBeDefined()
  expect(dialog.getByText(url)).toBeDefined()
  expect(dialog.getByText('Hikvision · H264 · 1920 × 1080')).toBeDefined()
  expect(bodies).toEqual([{ siteId: siteId(1), host: '192.168.1.20', port: 554, onvifPort: 80, channel: 2 }])
})

test('an ONVIF device is named, with its streams and whether it can be turned · CAMERAS-008', async () => {
  const server = new ClientsServer()
  server.api.on(connectOnvif, () => ({
    ...SUCCESS,
    device: { manufacturer: 'Axis', model: 'P3245', firmware: null, serial: null },
    streams: [{ url: 'rtsp://cam.example:554/main', name: 'Main', codec: 'H264', width: null, height: null }],
    ptz: true,
  }))
  const { pointer, dialog } = await open(server)
  await pointer.selectOptions(dialog.getByLabelText('What to test'), 'ONVIF device')
  await pointer.type(await dialog.findByRole('textbox', { name: /Host name or IP/ }), 'cam.example')
  await pointer.click(dialog.getByRole('button', { name: 'Connect' }))
  expect(await dialog.findByText('Connected to Axis P3245.')).toBeDefined()
  expect(dialog.getByText('rtsp://cam.example:554/main')).toBeDefined()
  expect(dialog.getByText(/can be turned/)).toBeDefined()
})
