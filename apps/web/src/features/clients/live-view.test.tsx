import {
  getViewLiveviewStatus,
  getViewRtspStatus,
  getViewStream,
  type LiveviewStatus,
  watchLiveView,
} from '@winnow/contract'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildUser, NO_UNLOCKS } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const READY: LiveviewStatus = { state: 'ready', viewers: 0, cameras: { taken: 0, most: 8 }, problem: null }
const PART = new TextEncoder().encode('--picture\r\nContent-Type: image/jpeg\r\nContent-Length: 3\r\n\r\nabc\r\n')

let stream: ReadableStreamDefaultController<Uint8Array> | undefined
let cancelled = 0
let shown = 0

beforeEach(() => {
  stream = undefined
  cancelled = 0
  shown = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    shown += 1
    return 'blob:live'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue(undefined)
})

type Impersonator = ReturnType<typeof buildUser>['impersonatedBy']

/** A camera with a stream, whose live view gets this reply. By default it is a stream of JPEGs, since jsdom plays no video. */
async function open(reply?: () => Response, status: LiveviewStatus = READY, impersonatedBy: Impersonator = null) {
  const { company } = buildUser()
  const user = treeUser({ impersonatedBy, company: { ...company, unlocks: { ...NO_UNLOCKS, isRtspEnabled: true } } })
  const server = new ClientsServer(user)
  server.views = server.views.map((view) => ({ ...view, integration: 'rtsp' }))
  const settings = { url: 'rtsp://192.0.2.20/sub', username: '', hasPassword: false, trigger: 'motion' as const }
  server.api
    .on(getViewStream, () => ({ stream: { ...settings, coolDownSeconds: 30, onvifPort: 80 } }))
    .on(getViewRtspStatus, () => ({
      state: 'never' as const,
      since: null,
      lastSeenAt: null,
      lastEventAt: null,
      problem: null,
    }))
    .on(getViewLiveviewStatus, () => status)
    .on(watchLiveView, () => reply?.() ?? pictures())
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=connect`, server)
  await screen.findByRole('button', { name: 'Stop reading' })
  return opened
}

function pictures(): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (stream = controller),
    cancel: () => void (cancelled += 1),
  })
  return new Response(body, { headers: { 'content-type': 'multipart/x-mixed-replace; boundary=picture' } })
}

test('key frames are shown where the browser cannot play the stream, until somebody stops', async () => {
  const { pointer, server } = await open()
  await pointer.click(screen.getByRole('button', { name: 'Show live view' }))
  expect(await screen.findByText(/^Live, key frames only/)).toBeTruthy()
  expect(server.api.callsOf(watchLiveView)[0]?.query).toEqual({ format: 'jpeg' })
  act(() => stream?.enqueue(PART))
  const picture = await screen.findByRole('img', { name: /^Live view of / })
  expect(picture.getAttribute('src')).toBe('blob:live')
  await pointer.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Show live view' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^Live view of / })).toBeNull()
})

test('it stops when the page is out of sight, and can be started again', async () => {
  const { pointer } = await open()
  await pointer.click(screen.getByRole('button', { name: 'Show live view' }))
  await screen.findByText(/^Live, key frames only/)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText('Stopped, because this page was out of sight')).toBeTruthy()
  hidden.mockRestore()
  await pointer.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^Live, key frames only/)).toBeTruthy()
})

test.each<[string, LiveviewStatus, Parameters<typeof failure>[0], RegExp[]]>([
  [
    'the cameras of the company',
    { ...READY, cameras: { taken: 8, most: 8 } },
    'RATE_LIMITED',
    [/^No more live views/, /8 cameras at once/],
  ],
  ['those who look', READY, 'RATE_LIMITED', [/^No more live views/, /6 live views at once/]],
  ['a camera that sends nothing', READY, 'UNAVAILABLE', [/^No picture comes/, /sent no picture in time/]],
  [
    'an address that may not be called',
    {
      ...READY,
      state: 'failed',
      problem: { code: 'refused', setting: 'WINNOW_X=192.0.2.20', at: '2026-11-26T12:00:00Z' },
    },
    'UNAVAILABLE',
    [/^No picture comes/, /^This address may not be called/, /^WINNOW_X=192.0.2.20$/],
  ],
])('it is told why nothing is shown: %s', async (_name, status, code, texts) => {
  const { pointer } = await open(() => failure(code, 'no'), status)
  await pointer.click(screen.getByRole('button', { name: 'Show live view' }))
  for (const text of texts) expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the end of the time, and a connection that breaks, are told apart', async () => {
  const { pointer } = await open()
  await pointer.click(screen.getByRole('button', { name: 'Show live view' }))
  await screen.findByText(/^Live, key frames only/)
  act(() => stream?.close())
  expect(await screen.findByText(/^Stopped after ten minutes/)).toBeTruthy()
  await pointer.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/^Live, key frames only/)
  act(() => stream?.error(new TypeError('network')))
  expect(await screen.findByText('The live view has ended')).toBeTruthy()
})

test('somebody who acts in the name of a user is not offered it', async () => {
  await open(undefined, READY, { id: viewId(9), name: 'Support' })
  expect(screen.queryByRole('button', { name: 'Show live view' })).toBeNull()
})

test('pictures that come faster than they can be shown are not kept', async () => {
  const { pointer } = await open()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(shown += 1)}`)
  const givenBack = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  await pointer.click(screen.getByRole('button', { name: 'Show live view' }))
  await screen.findByText(/^Live, key frames only/)
  act(() => stream?.enqueue(new Uint8Array([...PART, ...PART, ...PART])))
  await vi.waitFor(() => expect(screen.getByRole('img', { name: /^Live view of / }).getAttribute('src')).toBe('blob:3'))
  await pointer.click(screen.getByRole('radio', { name: 'By FTP' }))
  expect(new Set(givenBack.mock.calls.flat())).toEqual(new Set(['blob:1', 'blob:2', 'blob:3']))
})

test('it ends when the camera is left', async () => {
  const { pointer } = await open()
  await pointer.click(screen.getByRole('button', { name: 'Show live view' }))
  await screen.findByText(/^Live, key frames only/)
  await pointer.click(screen.getByRole('radio', { name: 'By FTP' }))
  expect(screen.queryByText(/^Live, key frames only/)).toBeNull()
  act(() => stream?.enqueue(PART))
  await vi.waitFor(() => expect(cancelled).toBe(1))
  expect(shown).toBe(0)
})
