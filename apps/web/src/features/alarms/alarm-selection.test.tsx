import { analyseAlarm, labelAlarm, labelAlarms } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { cameras, facts, list, openAlarms, openCamera, options } from './testing/open-alarms.tsx'

const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...init })
const letter = (name: string, init: KeyboardEventInit = {}) =>
  press(name, { code: `Key${name.toUpperCase()}`, ...init })
const bar = () => within(screen.getByRole('group', { name: 'Selected alarms' }))
const noBar = () => screen.queryByRole('group', { name: 'Selected alarms' }) === null
const row = (n: number) => screen.getByText(`Camera ${n}`)
const selected = () => options().map((option) => option.getAttribute('aria-selected') === 'true')
const five = [5, 4, 3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` }))
const opened = async (options_: Parameters<typeof openAlarms>[0] = { alarms: five }) => {
  const rendered = await openAlarms(options_)
  await list()
  await waitFor(() => expect(options().some((option) => option.getAttribute('aria-selected') === 'true')).toBe(true))
  return rendered
}

describe('several selected alarms', () => {
  test('Ctrl and click selects rows one by one, and a second time takes them out', async () => {
    await opened()
    fireEvent.click(row(4), { ctrlKey: true })
    fireEvent.click(row(2), { metaKey: true })
    expect(bar().getByText('2 alarms selected')).toBeTruthy()
    expect(selected()).toEqual([false, true, false, true, false])
    fireEvent.click(row(4), { ctrlKey: true })
    expect(bar().getByText('1 alarm selected')).toBeTruthy()
    // The open alarm has not changed.
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(5)}`))
  })

  test('Shift and click selects from the open alarm to the row', async () => {
    await opened()
    fireEvent.click(row(3), { shiftKey: true })
    expect(selected()).toEqual([true, true, true, false, false])
  })

  test('Shift and the arrows extend the selection and take it back', async () => {
    await opened()
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    expect(selected()).toEqual([true, true, true, false, false])
    press('ArrowUp', { shiftKey: true })
    expect(selected()).toEqual([true, true, false, false, false])
  })

  test('Ctrl and A selects all loaded alarms, but not while a text is being written', async () => {
    const { pointer } = await opened()
    const note = await facts().findByRole('textbox', { name: 'Add note' })
    await pointer.click(note)
    fireEvent.keyDown(note, { key: 'a', code: 'KeyA', ctrlKey: true })
    expect(noBar()).toBe(true)
    note.blur()
    letter('a', { ctrlKey: true })
    expect(bar().getByText('5 alarms selected')).toBeTruthy()
  })

  test('moving the pointer over the list selects and opens nothing', async () => {
    await opened()
    const before = selected()
    for (const option of options()) {
      fireEvent.pointerEnter(option)
      fireEvent.pointerMove(option)
      fireEvent.mouseOver(option)
      fireEvent.mouseMove(option)
    }
    expect(selected()).toEqual(before)
    expect(openCamera()).toBe('Camera 5')
  })

  test('an arrow without Shift, and Escape, end the selection', async () => {
    await opened()
    letter('x')
    expect(bar().getByText('1 alarm selected')).toBeTruthy()
    press('ArrowDown')
    expect(noBar()).toBe(true)
    letter('x')
    press('Escape')
    expect(noBar()).toBe(true)
    expect(openCamera()).toBe('Camera 4')
  })

  test('T labels all of them, one undo gives each its own label back · HOTKEYS-002', async () => {
    const alarms = five.map((alarm) => (alarm.id === alarmId(4) ? { ...alarm, groundTruth: false } : alarm))
    const { server, pointer } = await opened({ alarms })
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    letter('t')
    const labels = () => [5, 4, 3, 2].map((n) => server.get(alarmId(n)).groundTruth)
    await waitFor(() => expect(labels()).toEqual([true, true, true, null]))
    expect(await screen.findByText('3 alarms marked true')).toBeTruthy()
    expect(noBar()).toBe(true)
    await pointer.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(labels()).toEqual([null, false, null, null]))
  })

  test('J has those of them analysed and sent that were kept, and says what somebody else had analysed before', async () => {
    const outside = { reason: 'schedule', until: null } as const
    const kept = { verdict: null, verdictAt: null, releasedAt: null, reasons: [], outside }
    const alarms = five.map((alarm) => ({ ...alarm, ...kept }))
    const { server } = await opened({ alarms, path: '/cams/alarms?verdict=outside' })
    const { api } = server
    api.on(analyseAlarm, ({ params }) =>
      params.id === alarmId(4)
        ? failure('CONFLICT', 'counts')
        : { ...server.get(params.id), outside: null, version: 9 },
    )
    for (let n = 0; n < 2; n += 1) press('ArrowDown', { shiftKey: true })
    expect(bar().getByRole('button', { name: /Analyse and send 3 kept/ })).toBeTruthy()
    letter('j')
    await screen.findByText('2 alarms are analysed, and passed on if they are not filtered')
    await screen.findByText('1 alarm was analysed before, and stays as it is')
    expect(api.callsOf(analyseAlarm).map(({ params }) => params.id)).toEqual([5, 4, 3].map(alarmId))
    expect(noBar()).toBe(true)
  })

  test('what somebody else has labelled in the meantime stays as it is, and is told', async () => {
    const { server } = await opened()
    server.change(alarmId(4), { groundTruth: true })
    press('ArrowDown', { shiftKey: true })
    letter('f')
    expect(
      await screen.findByText(
        '1 alarm marked false. 1 alarm was labelled by somebody else in the meantime and stays as it is',
      ),
    ).toBeTruthy()
    expect(server.get(alarmId(4)).groundTruth).toBe(true)
    expect(server.get(alarmId(5)).groundTruth).toBe(false)
  })

  test('an open conflict stays one when its alarm is labelled among others: it is decided after a look · ALARMS-001', async () => {
    const { server, pointer } = await opened()
    server.change(alarmId(5), { groundTruth: true, cusGroundTruth: true, labelledBy: 'Olaf Other' })
    letter('f')
    expect(await facts().findByText('Olaf Other labelled it True in the meantime. You chose False.')).toBeTruthy()
    press('ArrowDown', { shiftKey: true })
    letter('f')
    await waitFor(() => expect(server.get(alarmId(4)).groundTruth).toBe(false))
    expect(await screen.findByText(/1 alarm was labelled by somebody else in the meantime/)).toBeTruthy()
    expect(server.get(alarmId(5)).groundTruth).toBe(true)
    await pointer.click(screen.getByRole('button', { name: 'Show it' }))
    await pointer.click(await facts().findByRole('button', { name: 'Change to False' }))
    await waitFor(() => expect(server.get(alarmId(5)).groundTruth).toBe(false))
  })

  test('success is told only when the server has stored all of them', async () => {
    const alarms = five.map((alarm) => (alarm.id === alarmId(4) ? { ...alarm, groundTruth: false } : alarm))
    const { server } = await opened({ alarms })
    const network = globalThis.fetch
    const answers: (() => void)[] = []
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      if (String(request[0] instanceof Request ? request[0].url : request[0]).includes('/labels'))
        await new Promise<void>((resolve) => answers.push(resolve))
      else if (request[1]?.method === 'PUT') await new Promise<void>((resolve) => answers.push(resolve))
      return network(...request)
    })
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    letter('t')
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.()
    // The alarms without a label are stored, and the one that was false is asked for next.
    await waitFor(() => expect(answers).toHaveLength(2))
    expect(server.get(alarmId(5)).groundTruth).toBe(true)
    expect(screen.queryByText(/marked true/)).toBeNull()
    answers[1]?.()
    expect(await screen.findByText('3 alarms marked true')).toBeTruthy()
  })

  test('undo names the alarms whose label somebody has changed since, and they keep it', async () => {
    const { server, pointer } = await opened()
    press('ArrowDown', { shiftKey: true })
    letter('f')
    expect(await screen.findByText('2 alarms marked false')).toBeTruthy()
    server.relabel(alarmId(4), true)
    await pointer.click(screen.getByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText(/^1 alarm was labelled again since and stays as it is: Camera 4 at \d\d:\d\d$/),
    ).toBeTruthy()
    expect(server.get(alarmId(4)).groundTruth).toBe(true)
    expect(server.get(alarmId(5)).groundTruth).toBeNull()
    await pointer.click(screen.getByRole('button', { name: 'Show it' }))
    expect(openCamera()).toBe('Camera 4')
  })

  test('without a connection the labels wait, and are sent when it is back', async () => {
    const { server } = await opened()
    const network = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    press('ArrowDown', { shiftKey: true })
    letter('t')
    expect(
      await screen.findByText('2 labels are saved here and will be sent when the server can be reached'),
    ).toBeTruthy()
    vi.stubGlobal('fetch', network)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect([5, 4].map((n) => server.get(alarmId(n)).groundTruth)).toEqual([true, true]))
  })

  test('only listed alarms count: one that has left the list is labelled by nobody', async () => {
    const { server } = await opened({ alarms: five, path: '/cams/alarms?label=unlabelled' })
    letter('a', { ctrlKey: true })
    act(() => server.emit('alarm.changed', { ...server.get(alarmId(2)), groundTruth: true, version: 9 }))
    expect(await bar().findByText('4 alarms selected')).toBeTruthy()
    letter('f')
    await waitFor(() => expect(server.get(alarmId(1)).groundTruth).toBe(false))
    expect(server.get(alarmId(2)).groundTruth).toBe(true)
  })

  test('with checkboxes a tap selects, and arrows keep the selection', async () => {
    const { pointer } = await opened()
    await pointer.click(screen.getByRole('button', { name: 'List options' }))
    await pointer.click(await screen.findByRole('menuitem', { name: 'Select several alarms' }))
    expect(bar().getByText('0 alarms selected')).toBeTruthy()
    expect(bar().getByRole('button', { name: /Mark 0 true/ })).toHaveProperty('disabled', true)
    fireEvent.click(row(3))
    fireEvent.click(row(1))
    press('ArrowDown')
    expect(bar().getByText('2 alarms selected')).toBeTruthy()
    await pointer.click(bar().getByRole('button', { name: /End selection/ }))
    expect(noBar()).toBe(true)
  })
})

describe('alarms of one camera', () => {
  /** Three alarms of the yard, with one of the gate in between. */
  const alarms = [4, 3, 2, 1].map((n) =>
    buildAlarm(n, {
      viewName: n === 3 ? 'Camera gate' : 'Camera yard',
      viewId: `01900000-0000-7000-8000-bbbbbbbbbbb${n === 3 ? 1 : 2}`,
      verdict: n === 2 ? 'true' : 'false',
      classes: n === 2 ? ['person'] : ['vehicle'],
    }),
  )
  const folded = () => opened({ alarms, folded: true })

  test('are one card with their number, times, classes and the most important verdict', async () => {
    await folded()
    expect(cameras()).toEqual(['Camera yard', 'Camera gate'])
    expect(options()[0]?.textContent).toMatch(/Passed.*Camera yard.*01:00.*3 alarms, folded/)
    expect(within(options()[0] ?? document.body).getByText('Vehicle')).toBeTruthy()
    expect(within(options()[0] ?? document.body).getByText('Person')).toBeTruthy()
    // It opens with the alarm that was passed.
    press('ArrowDown')
    press('ArrowUp')
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(2)}`))
  })

  test('Shift and right opens the card, Shift and left closes it, and the open alarm stays', async () => {
    await folded()
    press('ArrowDown')
    press('ArrowUp')
    press('ArrowRight', { shiftKey: true })
    expect(cameras()).toEqual(['Camera yard', 'Camera yard', 'Camera yard', 'Camera yard', 'Camera gate'])
    expect(selected()).toEqual([false, false, true, false, false])
    press('ArrowDown')
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(1)}`))
    press('ArrowLeft', { shiftKey: true })
    expect(cameras()).toEqual(['Camera yard', 'Camera gate'])
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(1)}`))
  })

  test('a label for a closed card first says how many, and then labels all · HOTKEYS-002', async () => {
    const { server } = await folded()
    letter('f')
    expect(bar().getByText('3 alarms selected')).toBeTruthy()
    expect(server.api.callsOf(labelAlarms)).toHaveLength(0)
    letter('f')
    await waitFor(() => expect([4, 2, 1].map((n) => server.get(alarmId(n)).groundTruth)).toEqual([false, false, false]))
    expect(server.get(alarmId(3)).groundTruth).toBeNull()
  })

  test('a reason for a closed card first says how many, too · ALARMS-001', async () => {
    const { server } = await folded()
    press('1')
    expect(bar().getByText('3 alarms selected')).toBeTruthy()
    expect(server.api.callsOf(labelAlarm)).toHaveLength(0)
    press('1')
    await waitFor(() => expect([4, 2, 1].map((n) => server.get(alarmId(n)).labelReason)).toEqual(Array(3).fill('wind')))
  })

  test('the label of a card opens the next line, if the user wants it · HOTKEYS-002', async () => {
    const { server, pointer } = await folded()
    const goesOn = await facts().findByRole('switch', { name: 'Keys open the next alarm' })
    await pointer.click(goesOn)
    letter('f')
    expect(openCamera()).toBe('Camera yard')
    letter('f')
    await waitFor(() => expect(openCamera()).toBe('Camera gate'))
    await waitFor(() => expect([4, 2, 1].map((n) => server.get(alarmId(n)).groundTruth)).toEqual([false, false, false]))
    await pointer.click(facts().getByRole('switch', { name: 'Keys open the next alarm' }))
  })

  test('moving on instead labels nothing', async () => {
    const { server } = await folded()
    letter('f')
    press('ArrowDown')
    letter('t')
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
    expect(server.api.callsOf(labelAlarm)).toHaveLength(1)
  })

  test('the number of a card opens it too, and a new alarm joins it', async () => {
    const { server, pointer } = await folded()
    const count = within(options()[0] ?? document.body).getByTitle(/Show the alarms of this card/)
    await pointer.click(count)
    expect(options()).toHaveLength(5)
    await pointer.click(within(options()[0] ?? document.body).getByTitle(/Fold the alarms/))
    expect(options()).toHaveLength(2)
    await pointer.unhover(count)
    fireEvent.pointerLeave(screen.getByRole('listbox'))
    act(() => server.emit('alarm.created', buildAlarm(5, { ...alarms[0], id: alarmId(5) })))
    fireEvent.keyDown(document.body, { key: '.' })
    await waitFor(() => {
      fireEvent.keyDown(document.body, { key: '.' })
      expect(options()[0]?.textContent).toMatch(/4 alarms, folded/)
    })
  })

  test('the option of the list shows every alarm again', async () => {
    const { pointer } = await folded()
    await pointer.click(screen.getByRole('button', { name: 'List options' }))
    await pointer.click(await screen.findByRole('menuitemcheckbox', { name: 'Fold alarms of one camera' }))
    expect(options()).toHaveLength(4)
  })
})
