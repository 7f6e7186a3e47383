import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { minutesOf, type WeeklyWindow } from '@winnow/contract'
import userEvent from '@testing-library/user-event'
import { createI18n } from '@winnow/i18n'
import { useLayoutEffect, useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ThemeProvider } from '../../theme/theme-provider.tsx'
import { WeekFields } from './components/week-fields.tsx'

const i18n = await createI18n('en', [initReactI18next])
const h = (hours: number): number => hours * 60
const at = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:00`
const night: WeeklyWindow = { day: 1, start: at(h(22)), end: at(h(6)) }

const edited: { windows: readonly WeeklyWindow[] } = { windows: [] }

function Page({ windows }: { windows: readonly WeeklyWindow[] }) {
  const [value, setValue] = useState(windows)
  useLayoutEffect(() => {
    edited.windows = value
  }, [value])
  return (
    <>
      <WeekFields label="Nights" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(windows)}>
        Discard
      </button>
    </>
  )
}

const show = (...windows: readonly WeeklyWindow[]) => {
  render(
    <I18nextProvider i18n={i18n}>
      <ThemeProvider>
        <main>
          <Page windows={windows} />
        </main>
      </ThemeProvider>
    </I18nextProvider>,
  )
  return userEvent.setup()
}

const wire = () => edited.windows.map(({ day, start, end }) => [day, minutesOf(start), minutesOf(end)])
const grid = () => screen.getByRole('group', { name: 'Nights' })
const bar = (name: string) => within(grid()).getByRole('button', { name })
const focus = (element: HTMLElement) => act(() => element.focus())
const undoButton = () => screen.getByRole('button', { name: 'Undo' })

afterEach(() => vi.restoreAllMocks())

test('days have their names, Monday first, and Sunday is day 0', () => {
  show(...[0, 1, 2, 3, 4, 5, 6].map((day): WeeklyWindow => ({ day, start: at(h(8)), end: at(h(17)) })))
  const bars = within(grid()).getAllByRole('button', { name: /08:00 to 17:00$/ })
  expect(bars.map(({ ariaLabel }) => ariaLabel?.split(' ')[0])).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
})

describe('by keyboard alone', () => {
  test('a window is painted, and the focus stays on the day', async () => {
    const user = show()
    const monday = screen.getByRole('button', { name: 'Free time on Monday' })
    focus(monday)
    await user.keyboard('{PageDown}{PageDown}{Enter}')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '02:00 to 02:15. Press Enter to keep it, Escape to drop it.',
    )
    await user.keyboard('{PageDown}{ArrowRight}{Enter}')
    expect(wire()).toEqual([[1, h(2), h(3) + 15]])
    expect(document.activeElement).toBe(monday)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Free time on Tuesday' }))
    await user.keyboard('{Enter}{ArrowRight}{Escape}')
    expect(wire()).toHaveLength(1)
  })

  test('a window moves in time and to other days, and keeps the focus', async () => {
    const user = show(night)
    focus(bar('Monday 22:00 to Tuesday 06:00'))
    await user.keyboard('{ArrowRight}')
    expect(wire()).toEqual([[1, h(22) + 15, h(6) + 15]])
    await user.keyboard('{PageDown}{PageDown}')
    expect(wire()).toEqual([[2, 15, h(8) + 15]])
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(wire()).toEqual([[0, 15, h(8) + 15]])
    expect(document.activeElement).toBe(bar('Sunday 00:15 to 08:15'))
  })

  test('an end of a window moves alone', async () => {
    const user = show(night)
    focus(bar('Monday 22:00 to Tuesday 06:00'))
    focus(within(grid()).getByRole('slider', { name: 'Start' }))
    await user.keyboard('{PageUp}')
    focus(within(grid()).getByRole('slider', { name: 'End' }))
    await user.keyboard('{ArrowRight}')
    expect(wire()).toEqual([[1, h(21), h(6) + 15]])
    expect(within(grid()).getByRole('slider', { name: 'End' }).getAttribute('aria-valuetext')).toBe('06:15')
  })

  test('a window is deleted, and each step is undone and done again', async () => {
    const user = show(night)
    focus(bar('Monday 22:00 to Tuesday 06:00'))
    await user.keyboard('{ArrowLeft}{Delete}')
    expect(wire()).toEqual([])
    focus(screen.getByRole('button', { name: 'Free time on Monday' }))
    await user.keyboard('{Control>}z{/Control}')
    expect(wire()).toEqual([[1, h(22) - 15, h(6) - 15]])
    await user.click(undoButton())
    expect(wire()).toEqual([[1, h(22), h(6)]])
    expect(undoButton()).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect(wire()).toEqual([[1, h(22) - 15, h(6) - 15]])
  })

  test('a day is copied to others, and cleared', async () => {
    const user = show(night)
    await user.click(screen.getByRole('button', { name: 'Actions for Monday' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy to Monday to Friday' }))
    expect(wire().map(([day]) => day)).toEqual([1, 2, 3, 4, 5])
    expect(screen.getByText('40 hours a week')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Actions for Tuesday' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clear the day' }))
    expect(wire().map(([day]) => day)).toEqual([1, 3, 4, 5])
  })

  test('windows that overlap are one when the keys leave the grid', async () => {
    const user = show(night, { day: 1, start: at(h(20)), end: at(h(21)) })
    focus(bar('Monday 20:00 to 21:00'))
    await user.keyboard('{PageDown}')
    expect(bar('Monday 21:00 to 22:00')).toBeTruthy()
    await user.keyboard('{ArrowRight}')
    focus(screen.getByRole('button', { name: 'Add a time' }))
    expect(bar('Monday 21:15 to Tuesday 06:00')).toBeTruthy()
  })
})

test('windows that the form puts back are shown, and there is nothing to undo', async () => {
  const user = show(night)
  await user.click(screen.getByRole('button', { name: 'Add a time' }))
  expect(edited.windows).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(wire()).toEqual([[1, h(22), h(6)]])
  expect(within(grid()).queryByRole('button', { name: 'Wednesday 00:00 to 08:00' })).toBeNull()
  expect(undoButton()).toHaveProperty('disabled', true)
})

describe('typed times', () => {
  test('the first window is from midnight to eight · SCHEDULES-003', async () => {
    const user = show()
    expect(screen.getByText('No times yet: the camera never counts. Drag over a day, or add a time.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add a time' }))
    expect(wire()).toEqual([[1, 0, h(8)]])
  })

  test('a time may be any minute, and an end at or before the start is on the next day', async () => {
    const user = show({ day: 3, start: at(h(8)), end: at(h(17)) })
    const to = screen.getByRole('textbox', { name: 'To: Wednesday 08:00 to 17:00' })
    await user.clear(to)
    await user.type(to, '7:07{Enter}')
    expect(wire()).toEqual([[3, h(8), h(7) + 7]])
    expect(screen.getByText('next day')).toBeTruthy()
  })

  test('midnight is the end of the day, and a text that is no time is refused at its field', async () => {
    const user = show({ day: 3, start: at(h(8)), end: at(h(17)) })
    const to = screen.getByRole('textbox', { name: 'To: Wednesday 08:00 to 17:00' })
    await user.clear(to)
    await user.type(to, 'late{Enter}')
    expect(screen.getByText('Type a time, for example 08:30')).toBeTruthy()
    expect(wire()).toEqual([[3, h(8), h(17)]])
    await user.clear(to)
    await user.type(to, '0:00{Enter}')
    expect(wire()).toEqual([[3, h(8), h(24)]])
  })

  test('Enter on a window of the grid leads to its typed times', async () => {
    const user = show(night)
    focus(bar('Monday 22:00 to Tuesday 06:00'))
    await user.keyboard('{Enter}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('From: Monday 22:00 to Tuesday 06:00')
  })
})

describe('by pointer', () => {
  /** Seven rows of 40 px, each 1440 px wide: a pixel is a minute. */
  function measured() {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = Number(this.getAttribute('data-row') ?? 0)
      return new DOMRect(0, row * 40, 1440, 40)
    })
  }
  const point = (minute: number, row: number) => ({ clientX: minute, clientY: row * 40 + 20, button: 0, pointerId: 1 })

  test('a drag over free time paints a window, and a click does nothing', () => {
    measured()
    show()
    const free = screen.getByRole('button', { name: 'Free time on Wednesday' })
    fireEvent.pointerDown(free, point(h(9), 2))
    fireEvent.pointerUp(window, point(h(9), 2))
    expect(wire()).toEqual([])
    fireEvent.pointerDown(free, point(h(9), 2))
    fireEvent.pointerMove(window, point(h(11) + 5, 2))
    fireEvent.pointerUp(window, point(h(11) + 5, 2))
    expect(wire()).toEqual([[3, h(9), h(11)]])
    // A pointer that is up changes nothing.
    fireEvent.pointerMove(window, point(h(20), 2))
    expect(wire()).toEqual([[3, h(9), h(11)]])
  })

  test('a window is dragged to another day and time, as one step', async () => {
    measured()
    const user = show(night)
    fireEvent.pointerDown(bar('Monday 22:00 to Tuesday 06:00'), point(h(23), 0))
    fireEvent.pointerMove(window, point(h(22), 1))
    fireEvent.pointerMove(window, point(h(21), 2))
    fireEvent.pointerUp(window, point(h(21), 2))
    expect(wire()).toEqual([[3, h(20), h(4)]])
    await user.click(undoButton())
    expect(wire()).toEqual([[1, h(22), h(6)]])
  })

  test('an end is dragged alone', () => {
    measured()
    show({ day: 3, start: at(h(8)), end: at(h(17)) })
    fireEvent.pointerDown(bar('Wednesday 08:00 to 17:00'), point(h(9), 2))
    fireEvent.pointerUp(window, point(h(9), 2))
    fireEvent.pointerDown(within(grid()).getByRole('slider', { name: 'End' }), point(h(17), 2))
    fireEvent.pointerMove(window, point(h(18) + 2, 2))
    fireEvent.pointerUp(window, point(h(18) + 2, 2))
    expect(wire()).toEqual([[3, h(8), h(18)]])
  })
})
