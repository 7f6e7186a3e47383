import { getSharedPicture, openAlarmLink, type SharedAlarm } from '@winnow/contract'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startShared } from './start-shared.tsx'
import { failure, FakeApi } from '../testing/fake-api.ts'

const TOKEN = 'q0C7n2XbqV4hV0G8n1r0l6T3m5J9d2K7x4Z8w1Y6u3s'
const box = { x: 0.2, y: 0.2, width: 0.3, height: 0.3 }
const frame = (position: number) => ({ position, width: 640, height: 360, offsetMs: null })
const shared: SharedAlarm = {
  viewName: 'Gate camera',
  siteName: 'Harbour',
  timezone: 'Europe/Madrid',
  receivedAt: '2026-11-20T01:00:01.000Z',
  eventType: 'motion',
  classes: ['person'],
  frames: [frame(0), frame(3)],
  detections: [{ frame: 3, class: 'person', box }],
  expiresAt: '2026-11-27T01:00:00.000Z',
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

async function open(answer: () => SharedAlarm | Response) {
  const api = new FakeApi()
    .on(openAlarmLink, answer)
    .on(getSharedPicture, () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } }))
    .install()
  history.replaceState(null, '', `/shared#${TOKEN}`)
  render(await startShared())
  return { api, pointer: userEvent.setup() }
}

test('the page shows the alarm, asks for no session, and sends its token in bodies alone', async () => {
  const { api, pointer } = await open(() => shared)
  await screen.findByRole('heading', { name: 'Gate camera' })
  screen.getByText('Harbour')
  screen.getByText('20/11/2026 02:00:01 CET')
  screen.getByText('Found: Person')
  expect(await screen.findByRole('img', { name: 'Picture 1 of 2' })).toHaveProperty('src', 'blob:picture')
  // Nothing was found on the first picture.
  expect(document.querySelectorAll('[data-class]')).toHaveLength(0)
  await pointer.click(screen.getByRole('button', { name: 'Next picture' }))
  await screen.findByRole('img', { name: 'Picture 2 of 2' })
  expect(document.querySelectorAll('[data-class=person]')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Next picture' })).toHaveProperty('disabled', true)
  await pointer.click(screen.getByRole('switch', { name: 'Mark what was found' }))
  expect(document.querySelectorAll('[data-class]')).toHaveLength(0)
  await pointer.keyboard('{ArrowLeft}')
  await screen.findByRole('img', { name: 'Picture 1 of 2' })
  expect(new Set(api.calls.map(({ operation }) => operation.id))).toEqual(
    new Set([openAlarmLink.id, getSharedPicture.id]),
  )
  expect(api.callsOf(openAlarmLink)).toHaveLength(1)
  expect(api.calls.map(({ body }) => body)).toEqual([{ token: TOKEN }, { token: TOKEN }, { token: TOKEN }])
})

test.each([
  ['expired, revoked or guessed', () => failure('NOT_FOUND', 'Not found'), 'This link does not work'],
  ['asked for too often', () => failure('RATE_LIMITED', 'Too many attempts'), 'Too many attempts'],
])('a link that was %s says what to do', async (_what, answer, title) => {
  await open(answer)
  await screen.findByRole('heading', { name: title }, { timeout: 10_000 })
  expect(screen.queryByRole('img', { name: /^Picture/ })).toBeNull()
})

test('another token in the address opens another alarm', async () => {
  const { api } = await open(() => shared)
  await screen.findByRole('heading', { name: 'Gate camera' })
  location.hash = 'another'
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  await waitFor(() => expect(api.callsOf(openAlarmLink).map(({ body }) => body.token)).toEqual([TOKEN, 'another']))
})
