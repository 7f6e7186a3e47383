import {
  type BodyOf,
  type CameraStream,
  deleteViewStream,
  getViewRtspStatus,
  getViewStream,
  type RtspStatus,
  setViewStream,
} from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser, NO_UNLOCKS } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const STREAM: CameraStream = {
  url: 'rtsp://192.0.2.20/sub',
  username: 'admin',
  hasPassword: true,
  trigger: 'motion',
  coolDownSeconds: 30,
  onvifPort: 80,
}
const PATH = `/cams/clients/u?cam=${viewId(1)}&tab=connect`
const WORKING: RtspStatus = {
  state: 'working',
  since: '2026-11-26T11:00:00Z',
  lastSeenAt: '2026-11-26T12:00:00Z',
  lastEventAt: null,
  problem: null,
}

/** A server with one camera, which has this stream or none. */
async function open(
  stored: CameraStream | null,
  status: RtspStatus = WORKING,
  isRtspEnabled = true,
  isRtspEmailHybridEnabled = false,
) {
  const { company } = buildUser()
  const user = treeUser({
    company: { ...company, unlocks: { ...NO_UNLOCKS, isRtspEnabled, isRtspEmailHybridEnabled } },
  })
  const server = new ClientsServer(user)
  const saved: BodyOf<typeof setViewStream>[] = []
  let stream = stored
  const follow = () => {
    server.views = server.views.map((view) => ({ ...view, integration: stream ? 'rtsp' : 'email' }))
  }
  follow()
  server.api
    .on(getViewStream, () => ({ stream }))
    .on(getViewRtspStatus, () => status)
    .on(setViewStream, ({ body }) => {
      saved.push(body)
      if (body.url.includes('full')) return failure('RTSP_LIMIT', 'full')
      const { url, username = '', coolDownSeconds, trigger = 'motion', onvifPort = 80 } = body
      stream = { url, username, coolDownSeconds, trigger, onvifPort, hasPassword: body.password !== undefined }
      follow()
      return { stream }
    })
    .on(deleteViewStream, () => {
      stream = null
      follow()
      return { success: true as const }
    })
  const { pointer } = await openClients(PATH, server)
  return { pointer, saved }
}

test('a stream is entered with a pasted login, which moves to its own fields · CAMERAS-010', async () => {
  const { pointer, saved } = await open(null)
  await pointer.click(await screen.findByRole('radio', { name: 'RTSP' }))
  const url = await screen.findByRole('textbox', { name: /^Address of the stream/ })
  await pointer.click(screen.getByRole('button', { name: 'Read this stream' }))
  expect(screen.getByText('Must begin with rtsp:// and name a host')).toBeTruthy()
  expect(saved).toEqual([])
  await pointer.click(url)
  await pointer.paste('rtsp://admin:pass@192.0.2.20/sub')
  expect(screen.getByDisplayValue('rtsp://192.0.2.20/sub')).toBeTruthy()
  await pointer.click(screen.getByRole('button', { name: 'Read this stream' }))
  expect(await screen.findByText('Working: key frames arrive')).toBeTruthy()
  expect(saved).toEqual([
    { url: 'rtsp://192.0.2.20/sub', username: 'admin', password: 'pass', trigger: 'motion', coolDownSeconds: 30 },
  ])
  expect(screen.getByText('A password is stored. Leave this empty to keep it.')).toBeTruthy()
})

test('the limit of the company is told above the button · CAMERAS-004', async () => {
  const { pointer } = await open(null)
  await pointer.click(await screen.findByRole('radio', { name: 'RTSP' }))
  await pointer.type(await screen.findByRole('textbox', { name: /^Address of the stream/ }), 'rtsp://full/')
  await pointer.click(screen.getByRole('button', { name: 'Read this stream' }))
  expect(await screen.findByText('Number of cameras with RTSP reached')).toBeTruthy()
})

test('a stored password is asked for again where the host changes', async () => {
  const { pointer } = await open(STREAM)
  await pointer.type(await screen.findByRole('textbox', { name: /^Address of the stream/ }), '2', {
    initialSelectionStart: 17,
    initialSelectionEnd: 17,
  })
  expect(screen.getByText('The stored password belongs to the other host. Type it again.')).toBeTruthy()
})

test('a stream that was never connected says why, and which line of the settings helps', async () => {
  const at = '2026-11-26T12:00:00Z'
  const setting = 'WINNOW_ALLOWED_NETWORKS_CAMERAS=192.0.2.20'
  await open(STREAM, { ...WORKING, state: 'never', problem: { code: 'refused', setting, at } })
  expect(await screen.findByText('Not connected so far')).toBeTruthy()
  expect(screen.getByText('This address may not be called')).toBeTruthy()
  expect(screen.getByText(setting)).toBeTruthy()
})

test('the advice for a stream is of its own where that for devices does not fit', async () => {
  const at = '2026-11-26T12:00:00Z'
  await open(STREAM, { ...WORKING, state: 'failing', problem: { code: 'answer', setting: null, at } })
  expect(await screen.findByText('Check the port: RTSP usually has 554.')).toBeTruthy()
  expect(screen.queryByText(/Hikvision device/)).toBeNull()
})

test('a stream that has stopped is not told as a device that has gone quiet', async () => {
  const at = '2026-11-26T12:00:00Z'
  await open(STREAM, { ...WORKING, state: 'failing', problem: { code: 'quiet', setting: null, at } })
  expect(await screen.findByText('The stream has stopped: no key frame came in time')).toBeTruthy()
})

test('a stream is removed after a question, and the camera sends mails again', async () => {
  const { pointer } = await open(STREAM)
  await pointer.click(await screen.findByRole('button', { name: 'Stop reading' }))
  const dialog = await screen.findByRole('dialog', { name: 'Stop reading this stream?' })
  await pointer.click(within(dialog).getByRole('button', { name: 'Stop reading' }))
  expect(await screen.findByRole('radio', { name: 'By e-mail', checked: true })).toBeTruthy()
})

test('a company without RTSP is not offered it', async () => {
  await open(null, WORKING, false)
  await screen.findByRole('radio', { name: 'By FTP' })
  expect(screen.queryByRole('radio', { name: 'RTSP' })).toBeNull()
})

test('a company that lost RTSP still sees a stream that is read, to end it', async () => {
  await open(STREAM, WORKING, false)
  expect(await screen.findByRole('button', { name: 'Stop reading' })).toBeTruthy()
})

test('mails trigger where the company has the hybrid way, and then no quiet time is asked for', async () => {
  const { pointer, saved } = await open(STREAM, WORKING, true, true)
  await pointer.click(await screen.findByRole('radio', { name: 'An e-mail of the camera' }))
  expect(screen.queryByRole('textbox', { name: 'Quiet after an alarm' })).toBeNull()
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Each alarm mail of this camera gets key frames/)).toBeTruthy()
  expect(saved).toMatchObject([{ trigger: 'mail', coolDownSeconds: 30 }])
})

test('mails that trigger already stay on show without the hybrid way', async () => {
  await open({ ...STREAM, trigger: 'mail' })
  expect(await screen.findByRole('radio', { name: 'An e-mail of the camera', checked: true })).toBeTruthy()
})

test('a company without the hybrid way is not offered mails', async () => {
  await open(STREAM)
  await screen.findByRole('button', { name: 'Stop reading' })
  expect(screen.queryByRole('radio', { name: 'An e-mail of the camera' })).toBeNull()
})

test('motion that the camera reports is chosen with the port of ONVIF, and says when the camera gives no events', async () => {
  const at = '2026-11-26T12:00:00Z'
  const { pointer, saved } = await open(STREAM, { ...WORKING, problem: { code: 'events-login', setting: null, at } })
  expect(screen.queryByRole('textbox', { name: /^ONVIF port/ })).toBeNull()
  await pointer.click(await screen.findByRole('radio', { name: 'Motion that the camera reports (ONVIF)' }))
  const port = await screen.findByRole('textbox', { name: /^ONVIF port/ })
  await pointer.clear(port)
  await pointer.type(port, '8000')
  await pointer.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Winnow keeps the last key frames of this stream/)).toBeTruthy()
  expect(saved).toMatchObject([{ trigger: 'onvif', onvifPort: 8_000, coolDownSeconds: 30 }])
  expect(screen.getByText('The camera refuses the user or the password for ONVIF')).toBeTruthy()
})

test('what was typed stays while another way is looked at', async () => {
  const { pointer } = await open(null)
  await pointer.click(await screen.findByRole('radio', { name: 'RTSP' }))
  await pointer.type(await screen.findByRole('textbox', { name: /^Address of the stream/ }), 'rtsp://cam/')
  await pointer.click(screen.getByRole('radio', { name: 'By FTP' }))
  expect(screen.queryByRole('textbox', { name: /^Address of the stream/ })).toBeNull()
  await pointer.click(screen.getByRole('radio', { name: 'RTSP' }))
  expect(screen.getByDisplayValue('rtsp://cam/')).toBeTruthy()
})
