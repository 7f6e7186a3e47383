import { getFrameImage, labelAlarm, listNotes } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { allCommands } from '../../lib/commands/registry.ts'
import { buildUrl } from '../../lib/api/build-url.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { cameras, facts, list, openAlarms, openCamera } from './testing/open-alarms.tsx'

const press = (key: string, init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...init })
const letter = (name: string, init: KeyboardEventInit = {}) =>
  press(name, { code: `Key${name.toUpperCase()}`, ...init })
const opened = async (...args: Parameters<typeof openAlarms>) => {
  const rendered = await openAlarms(...args)
  await list()
  await waitFor(() => expect(openCamera()).toBeDefined())
  await screen.findByRole('img', { name: /Picture 2 of 3/ })
  await screen.findByRole('complementary', { name: 'About this alarm' })
  return rendered
}
const picture = () => screen.getByRole('img', { name: /Picture \d of 3 from/ }).getAttribute('alt')

describe('moving through the list', () => {
  test('arrow down opens the previous (older) alarm, arrow up the next (newer) · HOTKEYS-001', async () => {
    await opened()
    press('ArrowDown')
    expect(openCamera()).toBe('Camera 2')
    press('ArrowDown')
    expect(openCamera()).toBe('Camera 1')
    press('ArrowDown')
    expect(openCamera()).toBe('Camera 1')
    press('ArrowUp')
    expect(openCamera()).toBe('Camera 2')
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(2)}`))
  })

  test('a held arrow key continues · HOTKEYS-001', async () => {
    await opened()
    press('ArrowDown')
    press('ArrowDown', { repeat: true })
    expect(openCamera()).toBe('Camera 1')
  })

  test('a step renders the two rows that it concerns, and no other', async () => {
    const alarms = [5, 4, 3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` }))
    await opened({ alarms })
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(5)}`))
    await facts().findByRole('textbox', { name: 'Add note' })
    // Each row formats its time when it is rendered.
    const formatted: (number | undefined)[] = []
    const getter = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...getter,
      get(this: Intl.DateTimeFormat) {
        const format: Intl.DateTimeFormat['format'] = getter?.get?.call(this)
        return (at?: Date | number) => {
          formatted.push(at?.valueOf())
          return format(at)
        }
      },
    })
    onTestFinished(() => void Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', getter ?? {}))
    const of = (n: number) => Date.parse(buildAlarm(n).receivedAt)
    press('ArrowDown')
    expect(openCamera()).toBe('Camera 4')
    expect(formatted).toContain(of(4))
    for (const n of [3, 2, 1]) expect(formatted).not.toContain(of(n))
  })

  test('arrow right and left step through the pictures · HOTKEYS-003', async () => {
    await opened()
    expect(picture()).toContain('Picture 2 of 3')
    press('ArrowRight')
    expect(picture()).toContain('Picture 3 of 3')
    press('ArrowLeft')
    press('ArrowLeft')
    expect(picture()).toContain('Picture 1 of 3')
  })

  test('space plays and pauses · HOTKEYS-003', async () => {
    await opened()
    press(' ', { code: 'Space' })
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy()
    press(' ', { code: 'Space' })
    expect(await screen.findByRole('button', { name: 'Play' })).toBeTruthy()
  })

  test.each(['s', 'S'])('%s hides and shows the annotation · HOTKEYS-004', async (key) => {
    const { container } = await opened()
    const drawn = () => container.querySelector('svg text')?.textContent
    expect(drawn()).toBe('person 87 %')
    letter(key, { shiftKey: key === 'S' })
    expect(drawn()).toBeUndefined()
    letter(key, { shiftKey: key === 'S' })
    expect(drawn()).toBe('person 87 %')
  })

  test.each([
    ['b', 'Boxes'],
    ['d', 'Faint'],
    ['m', 'Masks'],
    ['o', 'Motion'],
  ])('%s shows and hides the layer %s', async (key, name) => {
    await opened()
    const toggle = await screen.findByRole('button', { name })
    const pressed = () => toggle.getAttribute('aria-pressed')
    const before = pressed()
    letter(key)
    expect(pressed()).not.toBe(before)
    letter(key)
    expect(pressed()).toBe(before)
  })
})

describe('labels', () => {
  test.each([
    ['t', true],
    ['T', true],
    ['f', false],
    ['F', false],
  ])('%s marks the alarm %s · HOTKEYS-002 ALARMS-001 ALARMS-002', async (key, label) => {
    const { server } = await opened()
    letter(key, { shiftKey: key === key.toUpperCase() })
    const word = label ? 'True' : 'False'
    // Immediately, before the server has answered.
    expect(facts().getByRole('button', { name: new RegExp(`^${word}`), pressed: true })).toBeTruthy()
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(label))
    expect(server.api.callsOf(labelAlarm)[0]?.body).toMatchObject({ groundTruth: label, expected: null })
    expect(await facts().findByText(/Ada Admin/)).toBeTruthy()
  })

  test('on another keyboard layout, the position of a key decides what it does · HOTKEYS-002', async () => {
    const { server } = await opened()
    press('е', { code: 'KeyT' })
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
  })

  test('a held key labels once · HOTKEYS-002', async () => {
    const { server } = await opened()
    letter('t', { repeat: true })
    press('ArrowDown')
    letter('f', { repeat: true })
    letter('t')
    await waitFor(() => expect(server.get(alarmId(2)).groundTruth).toBe(true))
    expect(server.api.callsOf(labelAlarm)).toHaveLength(1)
  })

  test('letters typed into a note set no label · HOTKEYS-002', async () => {
    const { server, pointer } = await opened()
    await pointer.type(await facts().findByRole('textbox', { name: 'Add note' }), 'fTsF{ArrowUp}')
    expect(server.api.callsOf(labelAlarm)).toHaveLength(0)
    expect(openCamera()).toBe('Camera 3')
  })

  test.each([
    ['1', 'wind'],
    ['4', 'insect'],
    ['9', 'other'],
  ])('the digit %s labels an alarm false because of %s · ALARMS-001', async (digit, reason) => {
    const { server } = await opened()
    press(digit)
    await waitFor(() => expect(server.get(alarmId(3))).toMatchObject({ groundTruth: false, labelReason: reason }))
  })

  test('after T, a digit is a reason of a true alarm, and one without a reason does nothing · HOTKEYS-002', async () => {
    const { server } = await opened()
    letter('t')
    press('2')
    await waitFor(() => expect(server.get(alarmId(3))).toMatchObject({ groundTruth: true, labelReason: 'vehicle' }))
    const sent = server.api.callsOf(labelAlarm).length
    press('9')
    expect(await facts().findByRole('button', { name: /^vehicle/, pressed: true })).toBeTruthy()
    expect(server.api.callsOf(labelAlarm)).toHaveLength(sent)
  })

  test('a label opens the next alarm in the direction of the last step, if the user wants it · HOTKEYS-002', async () => {
    const { server, pointer } = await opened()
    letter('t')
    expect(openCamera()).toBe('Camera 3')
    await pointer.click(facts().getByRole('switch', { name: 'Keys open the next alarm' }))
    letter('f')
    await waitFor(() => expect(openCamera()).toBe('Camera 2'))
    press('1')
    await waitFor(() => expect(openCamera()).toBe('Camera 1'))
    press('ArrowUp')
    letter('t')
    await waitFor(() => expect(openCamera()).toBe('Camera 3'))
    await waitFor(() => expect(server.get(alarmId(2))).toMatchObject({ groundTruth: true, labelReason: null }))
    expect(server.get(alarmId(3)).groundTruth).toBe(false)
  })

  test.each([
    ['u', {}],
    ['z', { ctrlKey: true }],
    ['Backspace', {}],
  ])('the key %s brings back what stood before', async (key, modifiers) => {
    const { server } = await opened({
      alarms: [
        buildAlarm(3, { viewName: 'Camera 3', groundTruth: false, labelReason: 'wind', labelledBy: 'Olaf Other' }),
      ],
    })
    letter('t')
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
    if (key === 'Backspace') press(key)
    else letter(key, modifiers)
    await waitFor(() =>
      expect(server.get(alarmId(3))).toMatchObject({
        groundTruth: false,
        labelReason: 'wind',
        labelledBy: 'Olaf Other',
      }),
    )
  })

  test('Ctrl+Z again takes back one act after the other, the newest first', async () => {
    const { server } = await opened()
    const labels = () => [3, 2, 1].map((n) => server.get(alarmId(n)).groundTruth)
    letter('t')
    press('ArrowDown')
    letter('f')
    press('ArrowDown')
    letter('t')
    await waitFor(() => expect(labels()).toEqual([true, false, true]))
    letter('f')
    await waitFor(() => expect(labels()).toEqual([true, false, false]))
    for (const left of [
      [true, false, true],
      [true, false, null],
      [true, null, null],
      [null, null, null],
    ]) {
      letter('z', { ctrlKey: true })
      await waitFor(() => expect(labels()).toEqual(left))
    }
    // Nothing is left to undo.
    letter('z', { ctrlKey: true })
    expect(labels()).toEqual([null, null, null])
  })

  test('undo removes the label', async () => {
    const { server, pointer } = await opened()
    letter('t')
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
    await pointer.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBeNull())
    expect(await facts().findByText('Not labelled')).toBeTruthy()
  })

  test('without a connection labels wait, are shown and counted, and are sent in order when it is back', async () => {
    const { server } = await opened()
    const network = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    letter('t')
    press('ArrowDown')
    letter('f')
    expect(
      await screen.findByText('2 labels are saved here and will be sent when the server can be reached'),
    ).toBeTruthy()
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    vi.stubGlobal('fetch', network)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(server.get(alarmId(2)).groundTruth).toBe(false))
    expect(server.api.callsOf(labelAlarm).map(({ params, body }) => [params.id, body.groundTruth])).toEqual([
      [alarmId(3), true],
      [alarmId(2), false],
    ])
    await waitFor(() => expect(screen.queryByText(/will be sent when/)).toBeNull())
  })

  test('another operator’s label is a conflict that this operator resolves', async () => {
    const { server, pointer } = await opened()
    server.change(alarmId(3), { groundTruth: false, cusGroundTruth: false, labelledBy: 'Olaf Other' })
    letter('t')
    expect(await facts().findByText('Olaf Other labelled it False in the meantime. You chose True.')).toBeTruthy()
    expect(server.get(alarmId(3)).groundTruth).toBe(false)
    await pointer.click(facts().getByRole('button', { name: 'Change to True' }))
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
    await waitFor(() => expect(screen.queryByText(/in the meantime/)).toBeNull())
    letter('u')
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(false))
  })

  test('keeping the other operator’s label sends no request', async () => {
    const { server, pointer } = await opened()
    server.change(alarmId(3), { groundTruth: false, cusGroundTruth: false, labelledBy: 'Olaf Other' })
    letter('t')
    await pointer.click(await facts().findByRole('button', { name: 'Keep False' }))
    expect(facts().getByRole('button', { name: /^False/, pressed: true })).toBeTruthy()
    expect(server.api.callsOf(labelAlarm)).toHaveLength(1)
  })

  test('with the filter “unlabelled” a labelled alarm stays in the list until another alarm is opened', async () => {
    const { server } = await opened({ path: '/cams/alarms?label=unlabelled' })
    letter('t')
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
    expect(cameras()).toEqual(['Camera 3', 'Camera 2', 'Camera 1'])
    press('ArrowDown')
    await waitFor(() => expect(cameras()).toEqual(['Camera 2', 'Camera 1']))
    expect(openCamera()).toBe('Camera 2')
  })

  test('users who may not label see the reason, and the keys do nothing', async () => {
    const { server } = await opened({
      user: buildUser({ roles: ['MEMBER_USER_READONLY'], permissions: ['alarm.read'] }),
    })
    letter('t')
    expect(await facts().findByText('Your account may look at alarms but not label them')).toBeTruthy()
    expect(facts().getByRole('button', { name: /^True/ })).toHaveProperty('disabled', true)
    expect(server.api.callsOf(labelAlarm)).toHaveLength(0)
  })
})

test('every alarm key is in the one registry that generates the help · HOTKEYS-001 HOTKEYS-002 HOTKEYS-003 HOTKEYS-004', async () => {
  await opened()
  const keys = Object.fromEntries(allCommands().map(({ id, keys: own }) => [id, own]))
  expect(keys).toMatchObject({
    'alarm.next': ['ArrowUp'],
    'alarm.previous': ['ArrowDown'],
    'alarm.label-true': ['T', 'Shift+T'],
    'alarm.label-false': ['F', 'Shift+F'],
    'alarm.play': ['Space'],
    'alarm.next-frame': ['ArrowRight'],
    'alarm.previous-frame': ['ArrowLeft'],
    'alarm.annotation': ['S', 'Shift+S'],
  })
})

describe('the pictures', () => {
  test('the original picture can be downloaded · ALARMS-008', async () => {
    const { server, pointer } = await opened()
    server.api.on(getFrameImage, () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } }))
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const names: string[] = []
    onTestFinished(() => saved.mockRestore())
    URL.createObjectURL = () => 'blob:picture'
    const link = await screen.findByRole('link', { name: 'Download the original picture' })
    expect(link.getAttribute('href')).toBe(
      buildUrl(getFrameImage, { id: alarmId(3), position: 1 }, { original: 'true' }),
    )
    await pointer.click(link)
    await waitFor(() => expect(names).toEqual(['Camera 3 2026-11-20T01-00-03Z 2.jpg']))
    expect(server.api.callsOf(getFrameImage)[0]?.query).toEqual({ original: 'true' })
  })

  test('a clip can be downloaded as the device sent it', async () => {
    const clips = [{ position: 0, type: 'video/mp4', bytes: 2_100_000 }]
    await opened({
      alarms: [3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}`, ...(n === 3 ? { clips } : {}) })),
    })
    const link = await screen.findByRole('link', { name: /^Download the original clip \(2.1.MB\)$/ })
    expect(link.getAttribute('href')).toBe(
      buildUrl(getFrameImage, { id: alarmId(3), position: 0 }, { original: 'true' }),
    )
  })

  test('an original that cannot be loaded shows an error, and the page stays · ERRORS-009', async () => {
    const { server, pointer } = await opened()
    server.api.on(getFrameImage, () => failure('NOT_FOUND', 'Not found'))
    await pointer.click(await screen.findByRole('link', { name: 'Download the original picture' }))
    const notice = await screen.findByRole('alert')
    expect(within(notice).getByText('Error')).toBeTruthy()
    expect(within(notice).getByText('Error whilst fetching object')).toBeTruthy()
  })

  test('a thumbnail that cannot be loaded shows an error in its place · ERRORS-009', async () => {
    await opened()
    const thumb = await screen.findByRole('button', { name: 'Picture 1' })
    const image = thumb.querySelector('img')
    if (image) fireEvent.error(image)
    expect(within(thumb).getByLabelText('Error whilst fetching object')).toBeTruthy()
  })

  test('a broken picture shows an error and a retry · ERRORS-009', async () => {
    const { pointer, container } = await opened()
    fireEvent.error(screen.getByRole('img', { name: /Picture 2 of 3/ }))
    expect(await screen.findByText('Error whilst fetching object')).toBeTruthy()
    // No box covers the text.
    expect(container.querySelector('svg text')).toBeNull()
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('img', { name: /Picture 2 of 3/ }).getAttribute('src')).toContain('retry=1')
  })

  test('an alarm without pictures shows a hint and the text from the device', async () => {
    await openAlarms({
      alarms: [buildAlarm(1, { viewName: 'Camera 1', frames: [], detections: [], reasons: [{ code: 'no-pictures' }] })],
    })
    expect(await screen.findByText('This alarm has no pictures')).toBeTruthy()
    expect(await facts().findByText('Motion Detection')).toBeTruthy()
    expect(await facts().findByText('The alarm came without pictures')).toBeTruthy()
  })

  test('notes are not requested if the row shows that there are none', async () => {
    const { server } = await opened()
    expect(server.api.callsOf(listNotes)).toHaveLength(0)
  })
})
