import { getAlarmCount } from '@winnow/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { media } from '../../testing/setup.ts'
import { toastsStore } from '../../ui/toasts/toast-store.ts'
import { POLL_MS } from './alarm-notifier.tsx'
import { AlarmServer } from './testing/alarm-api.ts'
import { buildAlarm } from './testing/alarm-factory.ts'
import { notifyHintStore } from './state/notify-hint.ts'
import { setQuiet } from './state/quiet.ts'
import { list, openAlarms, options } from './testing/open-alarms.tsx'

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default'
  static answer: NotificationPermission = 'granted'
  static shown: string[] = []
  static options: unknown
  /** Whether the browser is that of a phone, where a page cannot make one. */
  static isPhone = false
  static requestPermission = () => {
    FakeNotification.permission = FakeNotification.answer
    return Promise.resolve(FakeNotification.permission)
  }
  constructor(text: string, given: unknown) {
    super()
    if (FakeNotification.isPhone) throw new TypeError('Illegal constructor')
    FakeNotification.shown.push(text)
    FakeNotification.options = given
  }
}

class FakeNode extends EventTarget {
  frequency = { value: 0 }
  gain = { setValueAtTime: () => this, linearRampToValueAtTime: () => this }
  connect = (next: FakeNode) => next
  start = () => {
    FakeAudio.tones += 1
  }
  stop = () => undefined
}

class FakeAudio {
  static tones = 0
  static allowed = true
  get state() {
    return FakeAudio.allowed ? 'running' : 'suspended'
  }
  currentTime = 0
  destination = new FakeNode()
  resume = () => Promise.resolve()
  createOscillator = () => new FakeNode()
  createGain = () => new FakeNode()
}

beforeEach(() => {
  Object.assign(FakeAudio, { tones: 0, allowed: true })
  vi.stubGlobal('AudioContext', FakeAudio)

  Object.assign(FakeNotification, { permission: 'default', answer: 'granted', shown: [], isPhone: false })
  vi.stubGlobal('Notification', FakeNotification)
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, 'Notification')
})

/** The screen with a server whose count of true alarms the test sets. */
async function opened(count: () => number) {
  const server = new AlarmServer([buildAlarm(1, { viewName: 'Camera 1' })])
  server.api.on(getAlarmCount, () => ({ count: count(), countIsExact: true }))
  const rendered = await openAlarms({ server })
  await list()
  await waitFor(() => expect(server.api.openStreams).toBe(1))
  // The notifier is loaded as a separate chunk after the page. It does not report alarms from before that.
  await act(() => vi.dynamicImportSettled())
  return rendered
}

describe('new true alarms', () => {
  test('show a desktop notification with the specified text · NOTIFICATIONS-002', async () => {
    FakeNotification.permission = 'granted'
    let count = 0
    const { server } = await opened(() => count)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    count = 2
    act(() => server.emit('alarm.changed', buildAlarm(2)))
    // The list gets the message together with the notifier. It shows the alarm, so the message was received.
    await waitFor(() => expect(options()).toHaveLength(2))
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(FakeNotification.shown).toEqual(['2 true alarm(s) received in the last 1 minute(s)']))
    const { query } = server.api.callsOf(getAlarmCount)[0] ?? {}
    expect(query).toMatchObject({ trueOnly: 'true' })
    // Browsers keep a page silent until the user touches it.
    expect(FakeAudio.tones).toBe(0)
  })

  test('play a sound once per notification after the first key or click · NOTIFICATIONS-002', async () => {
    FakeNotification.permission = 'granted'
    let count = 0
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await opened(() => count)
    fireEvent.keyDown(document.body, { key: 'ArrowDown' })
    count = 3
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(FakeNotification.shown).toHaveLength(1))
    // One sound of two tones, and none of the computer's. The notification appears although it replaces the last one.
    expect(FakeAudio.tones).toBe(2)
    expect(FakeNotification.options).toMatchObject({ tag: 'winnow-alarms', renotify: true, silent: true })
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    expect(FakeAudio.tones).toBe(2)
  })

  test('are polled every minute, also when the live stream is silent · NOTIFICATIONS-003', async () => {
    FakeNotification.permission = 'granted'
    let count = 0
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { server } = await opened(() => count)
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(server.api.callsOf(getAlarmCount)).toHaveLength(1))
    count = 1
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(FakeNotification.shown).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(server.api.callsOf(getAlarmCount)).toHaveLength(3))
    expect(FakeNotification.shown).toHaveLength(1)
  })
})

describe('the permission for notifications · NOTIFICATIONS-001', () => {
  const never = () => screen.findByRole('button', { name: 'Never' })
  /** The page after a reload in the same browser. */
  async function reload(page: Awaited<ReturnType<typeof opened>>) {
    page.unmount()
    page.console.close()
    toastsStore.set([])
    return opened(() => 0)
  }
  afterEach(() => notifyHintStore.set(true))

  test('is offered by a button to users who were not asked yet, until they choose never', async () => {
    const first = await opened(() => 0)
    const allow = await screen.findByRole('button', { name: 'Allow notifications' })
    expect(allow.closest('[data-position="below"]')).not.toBeNull()
    await first.pointer.click(allow)
    expect(FakeNotification.permission).toBe('granted')
    FakeNotification.permission = 'default'
    const second = await reload(first)
    await second.pointer.click(await never())
    await reload(second)
    expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
  })

  test('is not offered over a narrow page, where the bell above the list asks for it', async () => {
    media.add('(max-width: 720px)')
    onTestFinished(() => void media.delete('(max-width: 720px)'))
    await opened(() => 0)
    expect(screen.getByRole('button', { name: 'Notify me of true alarms' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
  })

  test('is reported as refused until the user chooses never', async () => {
    FakeNotification.permission = 'denied'
    const first = await opened(() => 0)
    expect(await screen.findByText('Please allow the notification permission')).toBeTruthy()
    await first.pointer.click(await never())
    await reload(first)
    expect(screen.queryByText('Please allow the notification permission')).toBeNull()
  })

  test('is asked for by a toast after the browser refused it', async () => {
    FakeNotification.answer = 'denied'
    const { pointer } = await opened(() => 0)
    await pointer.click(screen.getByRole('button', { name: 'Notify me of true alarms' }))
    expect(await screen.findByText('Please allow the notification permission')).toBeTruthy()
  })

  test('switches the bell on, and the user can switch it off again', async () => {
    const { pointer } = await opened(() => 0)
    await pointer.click(screen.getByRole('button', { name: 'Notify me of true alarms' }))
    await pointer.click(await screen.findByRole('button', { name: 'Stop notifying me of true alarms', pressed: true }))
    expect(await screen.findByRole('button', { name: 'Notify me of true alarms', pressed: false })).toBeTruthy()
    expect(screen.queryByText('Please allow the notification permission')).toBeNull()
  })
})

const chooseOption = async (page: Awaited<ReturnType<typeof opened>>, role: string, name: string) => {
  await page.pointer.click(screen.getByRole('button', { name: 'List options' }))
  await page.pointer.click(await screen.findByRole(role, { name }))
}

describe('quiet mode', () => {
  afterEach(() => setQuiet(false))

  test('only counts new true alarms, without sound and notification · NOTIFICATIONS-002', async () => {
    FakeNotification.permission = 'granted'
    let count = 0
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const page = await opened(() => count)
    await chooseOption(page, 'menuitemcheckbox', 'Quiet mode: only count true alarms')
    count = 3
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    const bell = await screen.findByRole('button', { name: 'Quiet mode: 3 true alarms. End quiet mode' })
    expect(bell.textContent).toBe('3')
    expect(FakeNotification.shown).toEqual([])
    expect(FakeAudio.tones).toBe(0)
    // The next ones are told as usual once it has ended.
    await page.pointer.click(bell)
    count = 4
    await act(() => vi.advanceTimersByTimeAsync(POLL_MS))
    await waitFor(() => expect(FakeNotification.shown).toEqual(['1 true alarm(s) received in the last 1 minute(s)']))
    expect(FakeAudio.tones).toBe(2)
  })

  test('counts also where notifications are switched off, and asks for no permission', async () => {
    setQuiet(true)
    await opened(() => 0)
    expect(await screen.findByRole('button', { name: 'Quiet mode: 0 true alarms. End quiet mode' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Allow notifications' })).toBeNull()
  })
})

describe('the test of the notification', () => {
  const run = async () => {
    const page = await opened(() => 0)
    await chooseOption(page, 'menuitem', 'Test the notification')
    return page
  }

  test('shows and plays what a true alarm would · NOTIFICATIONS-002', async () => {
    await run()
    expect(await screen.findByText(/A notification was sent to this computer.*The sound was played/)).toBeTruthy()
    expect(FakeNotification.shown).toEqual(['Test: 1 true alarm(s) received in the last 1 minute(s)'])
    expect(FakeAudio.tones).toBe(2)
  })

  test('shows the text on the page where a page cannot make notifications · NOTIFICATIONS-002', async () => {
    FakeNotification.isPhone = true
    await run()
    expect(await screen.findByText('Test: 1 true alarm(s) received in the last 1 minute(s)')).toBeTruthy()
    expect(FakeAudio.tones).toBe(2)
  })

  test('says what is missing, and shows the text on the page instead · NOTIFICATIONS-001', async () => {
    FakeNotification.answer = 'denied'
    FakeAudio.allowed = false
    await run()
    expect(await screen.findByText('Please allow the notification permission')).toBeTruthy()
    expect(screen.getByText('Test: 1 true alarm(s) received in the last 1 minute(s)')).toBeTruthy()
    expect(screen.getByText(/does not allow notifications.*could not play the sound/)).toBeTruthy()
    expect(FakeNotification.shown).toEqual([])
  })
})
