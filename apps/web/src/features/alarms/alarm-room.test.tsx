import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { media } from '../../testing/setup.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { alarmId, buildAlarm } from './testing/alarm-factory.ts'
import { list, openAlarms, openCamera } from './testing/open-alarms.tsx'

const panel = () => screen.queryByRole('complementary', { name: 'About this alarm' })
const line = () => screen.queryByRole('group', { name: 'About this alarm' })
const press = (key: string) => fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}` })

describe('the facts', () => {
  test('can be hidden by key and shown by button, and this browser remembers it', async () => {
    const { pointer, unmount } = await openAlarms()
    await waitFor(() => expect(panel()).toBeTruthy())
    press('i')
    await waitFor(() => expect(line()).toBeTruthy())
    expect(panel()).toBeNull()
    // The event, the place, the time and the label are still visible.
    for (const text of [
      'Camera 3',
      'Acme logistics / Harbour depot',
      '20/11/2026 01:00:03 GMT',
      'Not labelled',
      'Passed',
    ])
      expect(within(line() ?? document.body).getByText(text)).toBeTruthy()
    unmount()
    await openAlarms()
    await waitFor(() => expect(line()).toBeTruthy())
    await pointer.click(screen.getByRole('button', { name: 'Show the facts' }))
    await waitFor(() => expect(panel()).toBeTruthy())
    await pointer.click(screen.getByRole('button', { name: 'Fold the facts away' }))
    await waitFor(() => expect(panel()).toBeNull())
  })

  test('are shown when a note is started by key', async () => {
    await openAlarms()
    await waitFor(() => expect(panel()).toBeTruthy())
    press('i')
    await waitFor(() => expect(panel()).toBeNull())
    press('n')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add note' })))
  })

  test('show the new label while they are hidden', async () => {
    const { server } = await openAlarms()
    await waitFor(() => expect(panel()).toBeTruthy())
    press('i')
    await waitFor(() => expect(line()).toBeTruthy())
    press('t')
    expect(within(line() ?? document.body).getByText('True')).toBeTruthy()
    await waitFor(() => expect(server.get(alarmId(3)).groundTruth).toBe(true))
  })
})

describe('on a phone', () => {
  const opened = async (n: number) => {
    media.add('(max-width: 720px)')
    const rendered = await openAlarms({ path: `/cams/alarms/${alarmId(n)}` })
    await screen.findByRole('heading', { name: `Camera ${n}` })
    return rendered
  }

  test('buttons open the newer and the older alarm, and are disabled at the ends of the list', async () => {
    const { pointer } = await opened(2)
    await pointer.click(screen.getByRole('button', { name: 'Next alarm' }))
    await screen.findByRole('heading', { name: 'Camera 3' })
    expect(screen.getByRole('button', { name: 'Next alarm' })).toHaveProperty('disabled', true)
    await pointer.click(screen.getByRole('button', { name: 'Previous alarm' }))
    await pointer.click(screen.getByRole('button', { name: 'Previous alarm' }))
    await screen.findByRole('heading', { name: 'Camera 1' })
    expect(screen.getByRole('button', { name: 'Previous alarm' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(location.pathname).toBe(`/cams/alarms/${alarmId(1)}`))
  })

  test.each([
    ['left', 300, 100, 'Camera 1'],
    ['right', 100, 300, 'Camera 3'],
  ])('a swipe to the %s (from %i px to %i px) opens the alarm of %s', async (_way, from, to, camera) => {
    await opened(2)
    const stage = (await screen.findByRole('img', { name: /Picture \d of 3/ })).parentElement ?? document.body
    const at = (x: number) => [{ clientX: x, clientY: 200, identifier: 1, target: stage }]
    fireEvent.touchStart(stage, { touches: at(from), changedTouches: at(from) })
    fireEvent.touchEnd(stage, { touches: [], changedTouches: at(to) })
    expect(await screen.findByRole('heading', { name: camera })).toBeTruthy()
  })

  test('the facts are shown below and cannot be hidden', async () => {
    await opened(2)
    expect(screen.queryByRole('button', { name: 'Fold the facts away' })).toBeNull()
    press('i')
    await waitFor(() => expect(panel()).toBeTruthy())
  })
})

describe('pictures in the list', () => {
  test('are switched on in the menu of the list, are small copies of the pictures, and make the rows higher', async () => {
    const server = new AlarmServer([3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` })))
    const drawn = vi.fn<(url: string) => void>()
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        naturalWidth = 1280
        naturalHeight = 720
        decode = () => Promise.resolve()
      },
    )
    vi.stubGlobal('createImageBitmap', (image: { src: string }) => {
      drawn(image.src)
      return Promise.resolve({ width: 160, height: 104, close: () => undefined })
    })
    HTMLCanvasElement.prototype.getContext = () => null
    const { pointer, container } = await openAlarms({ server })
    const rows = await list()
    const heights = () => [...rows.querySelectorAll('[role=option]')].map((row) => row.parentElement?.style.height)
    expect(new Set(heights())).toEqual(new Set(['44px']))
    await pointer.click(screen.getByRole('button', { name: 'List options' }))
    await pointer.click(await screen.findByRole('menuitemcheckbox', { name: 'Pictures in the list' }))
    expect(new Set(heights())).toEqual(new Set(['60px']))
    await waitFor(() => expect(container.querySelectorAll('[role=option] canvas')).toHaveLength(3))
    // The address of a repeated request ends with the number of the attempt.
    const asked = drawn.mock.calls.flat().map((url) => url.replace(/&retry=\d+$/, ''))
    expect(asked.toSorted()).toEqual(
      [1, 2, 3].map((n) => `/api/v1/alarm/${alarmId(n)}/frame/1/image?prefetch=true&size=thumbnail`),
    )
    expect(openCamera()).toBe('Camera 3')
  })
})
