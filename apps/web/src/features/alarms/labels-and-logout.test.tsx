import { forensicLogout, labelAlarm, logout } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AlarmServer } from './testing/alarm-api.ts'
import { sessionEnded, sessionStarted } from '../../lib/session/session-store.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { openAlarms } from './testing/open-alarms.tsx'

const mark = (key: 't' | 'f') => fireEvent.keyDown(document.body, { key, code: key === 't' ? 'KeyT' : 'KeyF' })
const notice = async () => within(await screen.findByRole('alert'))
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

test('a label in progress arrives before its user is logged out', async () => {
  const server = new AlarmServer([buildAlarm(1)])
  const answered: string[] = []
  const saving = Promise.withResolvers<void>()
  server.api
    .on(labelAlarm, async () => {
      await saving.promise
      answered.push('label')
      return buildAlarm(1)
    })
    .on(forensicLogout, () => {
      // By then, a logout without waiting would be in progress.
      setTimeout(saving.resolve, 50)
      return { success: true as const }
    })
    .on(logout, () => {
      answered.push('logout')
      return { success: true as const }
    })
  const { pointer } = await openAlarms({ server })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  fireEvent.keyDown(document.body, { key: 't', code: 'KeyT' })
  await waitFor(() => expect(server.api.callsOf(labelAlarm)).toHaveLength(1))

  await pointer.click(screen.getByRole('link', { name: 'Log out' }))
  await waitFor(() => expect(answered).toEqual(['label', 'logout']))
})

describe('a label is confirmed as stored', () => {
  test('not before the answer of the server', async () => {
    const server = new AlarmServer([buildAlarm(1)])
    const saving = Promise.withResolvers<void>()
    server.api.on(labelAlarm, async () => {
      await saving.promise
      return server.change(alarmId(1), { groundTruth: true })
    })
    await openAlarms({ server })
    await screen.findByRole('complementary', { name: 'About this alarm' })
    mark('t')
    await waitFor(() => expect(server.api.callsOf(labelAlarm)).toHaveLength(1))
    expect(screen.getByRole('button', { name: /^True/, pressed: true })).toBeDefined()
    expect(screen.getByText('Being saved…')).toBeDefined()
    expect(screen.queryByText('Marked true')).toBeNull()
    saving.resolve()
    expect(await screen.findByText('Marked true')).toBeDefined()
  })

  test('not without a connection: it is stored here, and confirmed when the connection is back', async () => {
    const log = quiet()
    const { server } = await openAlarms({ alarms: [buildAlarm(1)] })
    await screen.findByRole('complementary', { name: 'About this alarm' })
    server.api.disconnect()
    mark('t')
    expect((await notice()).getByText(/Not sent yet: True. It is saved here/)).toBeDefined()
    expect(screen.getByText('Saved here, will be sent')).toBeDefined()
    expect(screen.queryByText('Marked true')).toBeNull()
    server.api.install()
    expect(await screen.findByText('Marked true')).toBeDefined()
    expect(screen.queryByText(/saved here/)).toBeNull()
    log.mockRestore()
  })

  test('not after an error of the server: the error shows the request id, and the label is retried', async () => {
    const server = new AlarmServer([buildAlarm(1)])
    server.api.on(labelAlarm, () => failure('INTERNAL', 'Broken'))
    await openAlarms({ server })
    await screen.findByRole('complementary', { name: 'About this alarm' })
    mark('t')
    const told = await notice()
    expect(told.getByText(/Not marked yet: the server met an error/)).toBeDefined()
    expect(told.getByText(/req-1/)).toBeDefined()
    expect(screen.queryByText('Marked true')).toBeNull()
    server.api.on(labelAlarm, () => server.change(alarmId(1), { groundTruth: true }))
    expect(await screen.findByText('Marked true')).toBeDefined()
  })
})

test('a label that cannot be sent before its user logs out is sent after their next login', async () => {
  const log = quiet()
  const first = await openAlarms({ alarms: [buildAlarm(1)] })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  first.server.api.disconnect()
  mark('t')
  await screen.findByText('Saved here, will be sent')
  act(() => sessionEnded())
  expect(await screen.findByText(/1 label could not be sent before you logged out/)).toBeDefined()
  first.unmount()
  first.console.close()

  const back = await openAlarms({ alarms: [buildAlarm(1)] })
  await waitFor(() => expect(back.server.get(alarmId(1)).groundTruth).toBe(true))
  expect(localStorage.getItem(Object.keys(localStorage).find((key) => key.includes('unsent')) ?? '')).toBeNull()
  log.mockRestore()
})

test('a label that one user could not send is not sent in another user’s session', async () => {
  const log = quiet()
  const first = await openAlarms({ alarms: [buildAlarm(1)] })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  first.server.api.disconnect()
  mark('t')
  await screen.findByText('Saved here, will be sent')
  act(() => sessionEnded())
  first.unmount()
  first.console.close()

  const user = buildUser({ id: '01900000-0000-7000-8000-bbbbbbbbbbb1' })
  const other = await openAlarms({ alarms: [buildAlarm(1)], user })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  mark('f')
  await waitFor(() => expect(other.server.get(alarmId(1)).groundTruth).toBe(false))
  expect(other.server.api.callsOf(labelAlarm)).toHaveLength(1)
  log.mockRestore()
})

test('a label is sent for its user alone, and stays here if the server knows another user by now · ALARMS-001', async () => {
  const log = quiet()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const user = buildUser()
  const server = new AlarmServer([buildAlarm(1)], user)
  // Another user has logged in in a second window of this browser.
  let current = 'somebody else'
  const asked: (string | null)[] = []
  await openAlarms({ server })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  const network = globalThis.fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (request[1]?.method !== 'PUT') return network(...request)
    const wanted = new Headers(request[1].headers).get('x-user')
    asked.push(wanted)
    if (wanted === current) return network(...request)
    return Response.json({ code: 'NOT_AUTHORISED', message: 'Not authorised', requestId: 'req-1' }, { status: 401 })
  })
  mark('t')
  await waitFor(() => expect(asked).toEqual([user.id]))
  expect(await screen.findByRole('dialog', { name: 'Your session has expired' })).toBeDefined()
  expect(server.get(alarmId(1)).groundTruth).toBeNull()
  // Their user is back.
  current = user.id
  act(() => sessionStarted(user))
  await waitFor(() => expect(server.get(alarmId(1)).groundTruth).toBe(true))
  log.mockRestore()
  warn.mockRestore()
})
