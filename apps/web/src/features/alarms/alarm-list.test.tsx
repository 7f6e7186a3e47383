import { listAlarms } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { cameras, facts, list, openAlarms, openCamera, options } from './testing/open-alarms.tsx'

const numbered = (...numbers: number[]) => numbers.map((n) => buildAlarm(n, { viewName: `Camera ${n}` }))
const address = () => `${location.pathname}${location.search}`

describe('the alarm list', () => {
  test('shows the newest first, how many there are, and in which zone the times are', async () => {
    await openAlarms()
    await list()
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    expect(await screen.findByText('3 alarms')).toBeTruthy()
    expect(await screen.findByText('Times in Europe/London')).toBeTruthy()
    expect(options()[0]?.textContent).toMatch(/Passed.*01:00:03.*Camera 3.*Harbour depot.*Person/)
  })

  test('says “more than” when the count is only a bound', async () => {
    const server = new AlarmServer(numbered(2, 1))
    server.api.on(listAlarms, () => ({
      rows: numbered(2, 1),
      count: 10_000,
      countIsExact: false,
      page: 1,
      limit: 60,
      more: true,
    }))
    await openAlarms({ server })
    expect(await screen.findByText('more than 10,000')).toBeTruthy()
  })

  test('a wide screen opens the newest alarm by itself and names it in the address', async () => {
    await openAlarms()
    await waitFor(() => expect(openCamera()).toBe('Camera 3'))
    await waitFor(() => expect(address()).toBe(`/cams/alarms/${alarmId(3)}`))
  })

  test('a link opens its alarm and Back returns to the one before · HOTKEYS-001', async () => {
    const { pointer } = await openAlarms({ path: `/cams/alarms/${alarmId(1)}` })
    await waitFor(() => expect(openCamera()).toBe('Camera 1'))
    await pointer.click(screen.getByText('Camera 2'))
    expect(openCamera()).toBe('Camera 2')
    await waitFor(() => expect(address()).toBe(`/cams/alarms/${alarmId(2)}`))
    act(() => history.back())
    await waitFor(() => expect(openCamera()).toBe('Camera 1'))
  })

  test('filters stand in the address and are asked for · ALARMS-003 ALARMS-004', async () => {
    const { pointer, server } = await openAlarms()
    await list()
    await pointer.click(screen.getByRole('button', { name: 'Filtered', pressed: false }))
    await waitFor(() => expect(location.search).toBe('?verdict=filtered'))
    await waitFor(() => expect(server.api.callsOf(listAlarms).at(-1)?.query['verdict']).toBe('false'))
    expect(await screen.findByText('No alarm matches these filters.')).toBeTruthy()
    await pointer.click(screen.getByRole('button', { name: 'Clear filters' }))
    await list()
    expect(location.search).toBe('')
  })

  test('an empty list says why and offers a longer window', async () => {
    const { pointer, server } = await openAlarms({ alarms: [] })
    expect(await screen.findByText(/Your cameras have sent nothing in this time/)).toBeTruthy()
    // Nothing is there to be chosen.
    expect(screen.getByText('The newest one opens here as soon as there is one.')).toBeTruthy()
    const before = server.api.callsOf(listAlarms).at(-1)?.query['since']
    await pointer.click(screen.getByRole('button', { name: 'Show the last 7 days' }))
    await waitFor(() => expect(location.search).toBe('?window=7d'))
    await waitFor(() => {
      const since = server.api.callsOf(listAlarms).at(-1)?.query['since']
      expect(Date.parse(String(before)) - Date.parse(String(since))).toBeGreaterThan(5 * 86_400_000)
    })
  })

  test('a failure shows the request id and can be tried again', async () => {
    const server = new AlarmServer(numbered(1))
    let broken = true
    server.api.on(listAlarms, () =>
      broken
        ? failure('INTERNAL', 'oh')
        : { rows: numbered(1), count: 1, countIsExact: true, page: 1, limit: 60, more: false },
    )
    const { pointer } = await openAlarms({ server })
    expect(await screen.findByText(/Request req-1/)).toBeTruthy()
    broken = false
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    await list()
    expect(cameras()).toEqual(['Camera 1'])
  })

  test('a shared link to an alarm that is gone says so and leads on', async () => {
    const { pointer } = await openAlarms({ path: `/cams/alarms/${alarmId(77)}` })
    expect(await screen.findByText('This alarm cannot be shown')).toBeTruthy()
    await pointer.click(screen.getByRole('button', { name: 'Show the newest alarms' }))
    await waitFor(() => expect(openCamera()).toBe('Camera 3'))
  })

  test('an alarm of a link that the filters keep out is shown, and said to be outside', async () => {
    await openAlarms({
      path: `/cams/alarms/${alarmId(2)}?verdict=filtered`,
      alarms: [buildAlarm(3, { viewName: 'Camera 3', verdict: 'false' }), buildAlarm(2, { viewName: 'Camera 2' })],
    })
    expect(await screen.findByText('This alarm is outside the filters of the list.')).toBeTruthy()
    expect(await facts().findByRole('heading', { name: 'Camera 2' })).toBeTruthy()
    expect(cameras()).toEqual(['Camera 3'])
  })

  test('trials are marked and shown only when asked for', async () => {
    const alarms = [...numbered(2), buildAlarm(1, { viewName: 'Camera 1', isTest: true })]
    await openAlarms({ alarms, path: '/cams/alarms?tests=true' })
    await list()
    expect(within(options()[1] ?? document.body).getByText('Test')).toBeTruthy()
  })
})

/** The screen, and the stream it hears live messages on. */
async function listening(how: Parameters<typeof openAlarms>[0] = {}) {
  const rendered = await openAlarms(how)
  await list()
  await waitFor(() => expect(rendered.server.api.openStreams).toBe(1))
  return rendered
}

describe('live', () => {
  test('a new alarm comes in on top and is announced when it is true', async () => {
    const { server, container } = await listening()
    act(() => server.emit('alarm.created', buildAlarm(4, { viewName: 'Camera 4' })))
    await waitFor(() => expect(cameras()[0]).toBe('Camera 4'))
    expect(openCamera()).toBe('Camera 3')
    expect(await screen.findByText('4 alarms')).toBeTruthy()
    const region = container.ownerDocument.querySelectorAll('[aria-live=polite]')
    expect([...region].map((each) => each.textContent).join()).toContain(
      'New true alarm: Camera 4, Harbour depot, 01:00:04 GMT',
    )
  })

  test('a waiting alarm gets its verdict while it is looked at', async () => {
    const waiting = buildAlarm(9, { viewName: 'Camera 9', verdict: null, verdictAt: null, reasons: [], detections: [] })
    const { server } = await openAlarms({ alarms: [waiting] })
    expect(await screen.findByText(/Being analysed. Passed on unverified at 01:00:24 at the latest/)).toBeTruthy()
    await waitFor(() => expect(server.api.openStreams).toBe(1))
    act(() =>
      server.emit('alarm.changed', {
        ...waiting,
        version: 2,
        verdict: 'false',
        verdictAt: '2026-11-20T01:00:10.000Z',
        reasons: [{ code: 'nothing-moved' }],
      }),
    )
    expect(await screen.findByText('Nothing moved between the pictures')).toBeTruthy()
    expect(options()[0]?.textContent).toContain('Filtered')
  })

  test('an alarm another operator labelled is shown with the label', async () => {
    const { server } = await listening()
    act(() => server.emit('alarm.changed', server.change(alarmId(2), { groundTruth: false })))
    await waitFor(() => expect(options()[1]?.textContent).toContain('labelled False'))
  })

  test('a list that missed changes and cannot ask for them says that it is not up to date', async () => {
    const server = new AlarmServer(numbered(3, 2, 1))
    let broken = false
    server.api.on(listAlarms, () =>
      broken
        ? failure('INTERNAL', 'oh')
        : { rows: numbered(3, 2, 1), count: 3, countIsExact: true, page: 1, limit: 60, more: false },
    )
    const { pointer } = await listening({ server })
    broken = true
    act(() => server.api.emit({ type: 'resync' }))
    expect(await screen.findByText(/The list is not up to date/)).toBeTruthy()
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    broken = false
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/The list is not up to date/)).toBeNull())
  })

  test('an alarm that a filter keeps out does not come in', async () => {
    const { server } = await listening({ path: '/cams/alarms?verdict=passed' })
    act(() => server.emit('alarm.created', buildAlarm(4, { viewName: 'Camera 4', verdict: 'false' })))
    act(() => server.emit('alarm.created', buildAlarm(5, { viewName: 'Camera 5' })))
    await waitFor(() => expect(cameras()[0]).toBe('Camera 5'))
    expect(cameras()).not.toContain('Camera 4')
  })
})
