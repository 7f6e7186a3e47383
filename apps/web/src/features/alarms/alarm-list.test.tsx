import { listAlarms } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { HOLD_MS } from './model/list-hold.ts'
import { cameras, facts, list, openAlarms, openCamera, options } from './testing/open-alarms.tsx'

const numbered = (...numbers: number[]) => numbers.map((n) => buildAlarm(n, { viewName: `Camera ${n}` }))
const address = () => `${location.pathname}${location.search}`

describe('the alarm list', () => {
  test('shows the newest first, the count, and the time zone', async () => {
    await openAlarms()
    await list()
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    expect(await screen.findByText('3 alarms')).toBeTruthy()
    expect(await screen.findByText('Times in Europe/London')).toBeTruthy()
    expect(options()[0]?.textContent).toMatch(/Passed.*Camera 3.*01:00:03.*Acme logistics · Harbour depot.*Person/)
  })

  test('shows both times and zones in a row of a site in another zone', async () => {
    const alarms = [buildAlarm(2, { timezone: 'Europe/Madrid' }), buildAlarm(1)]
    await openAlarms({ alarms })
    await list()
    expect(within(options()[0] ?? document.body).getByText('01:00:02 GMT')).toBeTruthy()
    expect(within(options()[0] ?? document.body).getByText('02:00 CET')).toBeTruthy()
    expect(within(options()[1] ?? document.body).getByText('01:00:01')).toBeTruthy()
  })

  test('shows headings for days above their rows, with full names on either side of midnight', async () => {
    const on = (n: number, receivedAt: string) => buildAlarm(n, { viewName: `Camera ${n}`, receivedAt })
    const alarms = [
      on(3, '2026-11-20T00:10:00.000Z'),
      on(2, '2026-11-19T23:50:00.000Z'),
      on(1, '2026-11-18T12:00:00.000Z'),
    ]
    await openAlarms({ alarms })
    const rows = await list()
    // The header names the day of the first row, and headings below name the others.
    expect(screen.getByText('Friday 20 November 2026')).toBeTruthy()
    expect(within(rows).getByText('Thursday 19 November 2026')).toBeTruthy()
    expect(within(rows).getByText('Wednesday 18 November 2026')).toBeTruthy()
    expect(within(rows).queryByText('Friday 20 November 2026')).toBeNull()
    for (const option of options())
      expect(within(option).getByTitle('Acme logistics · Harbour depot').textContent).toBe(
        'Acme logistics · Harbour depot',
      )
  })

  test('shows “more than” if the count is only a lower bound', async () => {
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

  test('opens the newest alarm automatically on a wide screen and puts it in the address', async () => {
    await openAlarms()
    await waitFor(() => expect(openCamera()).toBe('Camera 3'))
    await waitFor(() => expect(address()).toBe(`/cams/alarms/${alarmId(3)}`))
  })

  test('opens the alarm of a link, and Back returns to the previous alarm · HOTKEYS-001', async () => {
    const { pointer } = await openAlarms({ path: `/cams/alarms/${alarmId(1)}` })
    await waitFor(() => expect(openCamera()).toBe('Camera 1'))
    await pointer.click(screen.getByText('Camera 2'))
    expect(openCamera()).toBe('Camera 2')
    await waitFor(() => expect(address()).toBe(`/cams/alarms/${alarmId(2)}`))
    act(() => history.back())
    await waitFor(() => expect(openCamera()).toBe('Camera 1'))
  })

  test('keeps filters in the address and sends them to the server · ALARMS-003 ALARMS-004', async () => {
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

  test('hides alarms of cameras that did not count, also new ones, until their chip is chosen', async () => {
    const kept = (n: number) =>
      buildAlarm(n, {
        viewName: `Camera ${n}`,
        verdict: null,
        verdictAt: null,
        outside: { reason: 'paused', until: '2026-11-20T09:00:00.000Z' },
      })
    const { pointer, server } = await openAlarms()
    await list()
    expect(server.api.callsOf(listAlarms).map(({ query }) => query['verdict'])).not.toContain('outside')
    act(() => {
      server.emit('alarm.created', kept(4))
      server.emit('alarm.created', buildAlarm(5, { viewName: 'Camera 5' }))
    })
    await waitFor(() => expect(cameras()).toEqual(['Camera 5', 'Camera 3', 'Camera 2', 'Camera 1']))
    await pointer.click(screen.getByRole('button', { name: 'Outside', pressed: false }))
    await waitFor(() => expect(location.search).toBe('?verdict=outside'))
    await waitFor(() => expect(cameras()).toEqual(['Camera 4']))
    expect(server.api.callsOf(listAlarms).at(-1)?.query['verdict']).toBe('outside')
    expect(within(options()[0] ?? document.body).getByText('Outside')).toBeTruthy()
  })

  test('shows the reason why it is empty and offers a longer window', async () => {
    const { pointer, server } = await openAlarms({ alarms: [] })
    expect(await screen.findByText(/Your cameras have sent nothing in this time/)).toBeTruthy()
    // Nothing can be selected.
    expect(screen.getByText('The newest one opens here as soon as there is one.')).toBeTruthy()
    const before = server.api.callsOf(listAlarms).at(-1)?.query['since']
    await pointer.click(screen.getByRole('button', { name: 'Show the last 7 days' }))
    await waitFor(() => expect(location.search).toBe('?window=7d'))
    await waitFor(() => {
      const since = server.api.callsOf(listAlarms).at(-1)?.query['since']
      expect(Date.parse(String(before)) - Date.parse(String(since))).toBeGreaterThan(5 * 86_400_000)
    })
  })

  test('shows a failure with the request id and a retry', async () => {
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

  test('shows a hint if the alarm of a shared link was deleted', async () => {
    const { pointer } = await openAlarms({ path: `/cams/alarms/${alarmId(77)}` })
    expect(await screen.findByText('This alarm cannot be shown')).toBeTruthy()
    await pointer.click(screen.getByRole('button', { name: 'Show the newest alarms' }))
    await waitFor(() => expect(openCamera()).toBe('Camera 3'))
  })

  test('shows the alarm of a link although the filters exclude it, with a hint', async () => {
    await openAlarms({
      path: `/cams/alarms/${alarmId(2)}?verdict=filtered`,
      alarms: [buildAlarm(3, { viewName: 'Camera 3', verdict: 'false' }), buildAlarm(2, { viewName: 'Camera 2' })],
    })
    expect(await screen.findByText('This alarm is outside the filters of the list.')).toBeTruthy()
    expect(await facts().findByRole('heading', { name: 'Camera 2' })).toBeTruthy()
    expect(cameras()).toEqual(['Camera 3'])
  })

  test('marks trials and shows them only on request', async () => {
    const alarms = [...numbered(2), buildAlarm(1, { viewName: 'Camera 1', isTest: true })]
    await openAlarms({ alarms, path: '/cams/alarms?tests=true' })
    await list()
    expect(within(options()[1] ?? document.body).getByText('Test')).toBeTruthy()
  })
})

/** Opens the screen, and waits until the live stream is open. */
async function listening(how: Parameters<typeof openAlarms>[0] = {}) {
  const rendered = await openAlarms(how)
  await list()
  await waitFor(() => expect(rendered.server.api.openStreams).toBe(1))
  return rendered
}

describe('live updates', () => {
  test('add a new alarm at the top, and announce it if it is true', async () => {
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

  test('replace the state of a waiting alarm with its verdict while it is viewed', async () => {
    const waiting = buildAlarm(9, { viewName: 'Camera 9', verdict: null, verdictAt: null, reasons: [], detections: [] })
    const { server } = await openAlarms({ alarms: [waiting] })
    expect(await screen.findByText(/Being analysed. Passed on unverified at 01:00:24 GMT at the latest/)).toBeTruthy()
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

  test('show the label of another operator', async () => {
    const { server } = await listening()
    act(() => server.emit('alarm.changed', server.change(alarmId(2), { groundTruth: false })))
    await waitFor(() => expect(options()[1]?.textContent).toContain('labelled False'))
  })

  test('show that the list is outdated if missed changes cannot be loaded', async () => {
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

  test('are held back and counted while the mouse is over the list, and added some seconds after it left · HOTKEYS-001', async () => {
    const { server, pointer } = await listening()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await pointer.hover(screen.getByText('Camera 2'))
    act(() => server.emit('alarm.created', buildAlarm(4, { viewName: 'Camera 4' })))
    expect(await screen.findByRole('button', { name: '1 new' })).toBeTruthy()
    act(() => server.emit('alarm.created', buildAlarm(5, { viewName: 'Camera 5' })))
    expect(await screen.findByRole('button', { name: '2 new' })).toBeTruthy()
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    expect(await screen.findByText('5 alarms')).toBeTruthy()
    // Moving the mouse changes nothing, neither when it enters nor when it leaves.
    await pointer.unhover(await list())
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    await act(() => vi.advanceTimersByTimeAsync(HOLD_MS))
    expect(cameras()).toEqual(['Camera 5', 'Camera 4', 'Camera 3', 'Camera 2', 'Camera 1'])
    expect(screen.queryByRole('button', { name: /new$/ })).toBeNull()
  })

  test.each<[string, (pointer: UserEvent) => void | Promise<void>]>([
    ['the button', async (pointer) => pointer.click(screen.getByRole('button', { name: '1 new' }))],
    ['the full stop', () => void fireEvent.keyDown(document.body, { key: '.' })],
  ])('are added by %s', async (_name, takeIn) => {
    const { server, pointer } = await listening()
    await pointer.hover(screen.getByText('Camera 2'))
    act(() => server.emit('alarm.created', buildAlarm(4, { viewName: 'Camera 4' })))
    await screen.findByRole('button', { name: '1 new' })
    await takeIn(pointer)
    await waitFor(() => expect(cameras()[0]).toBe('Camera 4'))
    // The open alarm stays open.
    expect(openCamera()).toBe('Camera 3')
  })

  test('show a held-back alarm when arrow up is pressed on the first row · HOTKEYS-001', async () => {
    const { server } = await listening()
    fireEvent.keyDown(document.body, { key: 'ArrowUp' })
    act(() => server.emit('alarm.created', buildAlarm(4, { viewName: 'Camera 4' })))
    await screen.findByRole('button', { name: '1 new' })
    expect(cameras()).not.toContain('Camera 4')
    fireEvent.keyDown(document.body, { key: 'ArrowUp' })
    expect(openCamera()).toBe('Camera 4')
  })

  test('announce held-back alarms to screen readers only once, not each alarm separately', async () => {
    const { server, pointer, container } = await listening()
    const said: string[] = []
    const regions = container.ownerDocument.querySelectorAll('.wn-visually-hidden[aria-live=polite]')
    const watcher = new MutationObserver(() => said.push([...regions].map((each) => each.textContent).join('')))
    for (const region of regions) watcher.observe(region, { childList: true, characterData: true, subtree: true })
    await pointer.hover(screen.getByText('Camera 2'))
    for (const n of [4, 5, 6]) {
      act(() => server.emit('alarm.created', buildAlarm(n, { viewName: `Camera ${n}`, verdict: 'false' })))
      await screen.findByRole('button', { name: `${n - 3} new` })
    }
    watcher.disconnect()
    expect(said).toEqual(['New alarms came in. A button above the list shows them.'])
  })

  test('announce several true alarms together', async () => {
    const { server, container } = await listening()
    const said = () =>
      [...container.ownerDocument.querySelectorAll('[aria-live=polite]')].map((each) => each.textContent).join()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    for (const n of [4, 5, 6]) {
      act(() => server.emit('alarm.created', buildAlarm(n, { viewName: `Camera ${n}` })))
      await waitFor(() => expect(cameras()[0]).toBe(`Camera ${n}`))
    }
    expect(said()).toContain('New true alarm: Camera 4')
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(said()).toContain('2 new true alarms, the newest: Camera 6')
  })

  test('leave out an alarm that a filter excludes', async () => {
    const { server } = await listening({ path: '/cams/alarms?verdict=passed' })
    act(() => server.emit('alarm.created', buildAlarm(4, { viewName: 'Camera 4', verdict: 'false' })))
    act(() => server.emit('alarm.created', buildAlarm(5, { viewName: 'Camera 5' })))
    await waitFor(() => expect(cameras()[0]).toBe('Camera 5'))
    expect(cameras()).not.toContain('Camera 4')
  })
})

test('the list is held to the reasons that people gave, and only to those that fit the label · ALARMS-004', async () => {
  const reasons = { 3: 'wind', 2: 'staff', 1: null } as const
  const alarms = ([3, 2, 1] as const).map((n) =>
    buildAlarm(n, { viewName: `Camera ${n}`, groundTruth: n === 1 ? null : false, labelReason: reasons[n] }),
  )
  const { pointer } = await openAlarms({ alarms })
  await list()
  fireEvent.keyDown(document.body, { key: '/' })
  const field = await screen.findByRole('combobox', { name: 'Reason of the label' })
  await pointer.click(field)
  await pointer.click(await screen.findByRole('option', { name: 'staff', hidden: true }))
  await waitFor(() => expect(location.search).toBe('?reason=staff'))
  expect(cameras().filter((name) => name !== undefined)).toEqual(['Camera 2'])
  // A false alarm has no reason of a true one, and the reason goes with the label.
  await pointer.click(screen.getByRole('radio', { name: 'True', hidden: true }))
  await waitFor(() => expect(location.search).toBe('?label=%22true%22'))
})
