import { saveSceneChange, setPreferences } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { preferring } from '../../testing/preferring.ts'
import { list, openAlarms, openCamera } from './testing/open-alarms.tsx'

const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}`, ...init })

async function opened() {
  const rendered = await openAlarms()
  rendered.server.api
    .on(setPreferences, ({ body }) => ({ ...buildUser().preferences, ...(body as object) }))
    .on(saveSceneChange, ({ body }) => body)
  await list()
  await waitFor(() => expect(openCamera()).toBeDefined())
  await screen.findByRole('img', { name: /Picture 2 of 3/ })
  return rendered
}
const picture = () => screen.getByRole('img', { name: /Picture \d of 3 from/ })
const other = () => screen.queryByRole('img', { name: 'Picture 1, for comparison' })

describe('brightness and contrast', () => {
  test('change by key, stay for the next alarm, and R sets them back', async () => {
    await opened()
    expect(picture().style.filter).toBe('')
    press('k')
    press('k')
    press('l', { shiftKey: true })
    expect(picture().style.filter).toBe('brightness(120%) contrast(90%)')
    fireEvent.keyDown(document.body, { key: 'ArrowDown' })
    await waitFor(() => expect(openCamera()).toBe('Camera 2'))
    expect((await screen.findByRole('img', { name: /Picture 2 of 3/ })).style.filter).toBe(
      'brightness(120%) contrast(90%)',
    )
    press('r')
    expect(picture().style.filter).toBe('')
  })
})

describe('a zoomed picture', () => {
  const place = () => {
    const { left, top, width } = picture().style
    return { left: Number.parseFloat(left), top: Number.parseFloat(top), width: Number.parseFloat(width) }
  }

  test('moves by a drag or by keys, but never by the pointer alone, and fits again with the next alarm', async () => {
    await opened()
    const fitted = place()
    fireEvent.keyDown(document.body, { key: 'ArrowLeft', ctrlKey: true })
    expect(place()).toEqual(fitted)
    fireEvent.keyDown(document.body, { key: '+' })
    const zoomed = place()
    expect(zoomed.width).toBeCloseTo(fitted.width * 1.4)

    Element.prototype.setPointerCapture = () => undefined
    fireEvent.pointerEnter(picture(), { clientX: 10, clientY: 10 })
    fireEvent.pointerMove(picture(), { clientX: 200, clientY: 100 })
    expect(place()).toEqual(zoomed)
    fireEvent.pointerDown(picture(), { button: 0, clientX: 200, clientY: 100 })
    fireEvent.pointerMove(picture(), { clientX: 230, clientY: 100 })
    fireEvent.pointerUp(picture())
    fireEvent.pointerMove(picture(), { clientX: 500, clientY: 100 })
    expect(place().left).toBeCloseTo(zoomed.left + 30)

    fireEvent.keyDown(document.body, { key: 'ArrowRight', ctrlKey: true })
    expect(place().left).toBeLessThan(zoomed.left)
    // The arrow moved the picture, and neither to the next picture nor to another alarm.
    expect(openCamera()).toBe('Camera 3')
    expect(picture().getAttribute('alt')).toContain('Picture 2 of 3')

    fireEvent.keyDown(document.body, { key: 'ArrowDown' })
    await waitFor(() => expect(openCamera()).toBe('Camera 2'))
    await screen.findByRole('img', { name: /Picture 2 of 3/ })
    expect(place()).toEqual(fitted)
  })
})

describe('the comparison of two pictures', () => {
  test('is switched by V; its edge moves by key and by a drag, but never by the pointer alone', async () => {
    await opened()
    expect(other()).toBeNull()
    press('v')
    const edge = screen.getByRole('slider', { name: 'Edge between the two pictures' })
    expect(other()?.style.clipPath).toBe('inset(0 50% 0 0)')
    fireEvent.pointerMove(edge, { clientX: 5 })
    fireEvent.mouseMove(picture(), { clientX: 300 })
    expect(edge.getAttribute('aria-valuenow')).toBe('50')
    Element.prototype.setPointerCapture = () => undefined
    fireEvent.pointerDown(edge, { button: 0, clientX: 450 })
    fireEvent.pointerMove(edge, { clientX: 225 })
    expect(edge.getAttribute('aria-valuenow')).toBe('25')
    fireEvent.pointerMove(edge, { clientX: 450 })
    fireEvent.pointerUp(edge)
    fireEvent.pointerMove(edge, { clientX: 5 })
    expect(edge.getAttribute('aria-valuenow')).toBe('50')
    fireEvent.keyDown(edge, { key: 'ArrowRight' })
    expect(edge.getAttribute('aria-valuenow')).toBe('52')
    expect(other()?.style.clipPath).toBe('inset(0 48% 0 0)')
    // The arrow moved the edge and not to the next picture.
    expect(picture().getAttribute('alt')).toContain('Picture 2 of 3')
    press('v')
    expect(other()).toBeNull()
  })

  test('shows the other picture through with the opacity of the user · PREFS-003', async () => {
    const { pointer, server } = await opened()
    press('v')
    await pointer.click(await screen.findByRole('button', { name: 'Adjust the picture' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Adjust the picture' }))
    await pointer.click(menu.getByRole('radio', { name: 'Overlay', hidden: true }))
    expect(other()?.style.opacity).toBe('0.5')
    fireEvent.keyDown(menu.getByRole('slider', { name: 'Opacity', hidden: true }), { key: 'ArrowRight' })
    expect(other()?.style.opacity).toBe('0.55')
    await waitFor(() =>
      expect(server.api.callsOf(saveSceneChange).at(-1)).toMatchObject({
        params: { id: buildUser().id },
        body: { sceneChangeMode: 'overlay', sceneChangeOpacity: 55 },
      }),
    )
  })
})

describe('boxes and speed', () => {
  test('have the line width, text size and speed of the user · PREFS-002 PREFS-003', async () => {
    const { container, pointer, server } = await opened()
    const drawn = () => container.querySelector<SVGElement>('svg[style*="--stroke"]')?.style
    const sizes = () => [drawn()?.getPropertyValue('--stroke'), drawn()?.getPropertyValue('--text')]
    expect(sizes()).toEqual(['4px', '12px'])
    expect(await screen.findByRole('radio', { name: '1×' })).toHaveProperty('checked', true)
    preferring({ interpreterStrokeSize: 7, interpreterFontSize: 1.5 })
    expect(sizes()).toEqual(['7px', '18px'])
    await pointer.click(screen.getByRole('radio', { name: '2×' }))
    await waitFor(() => expect(server.api.callsOf(setPreferences).at(-1)?.body).toEqual({ interpreterSpeed: 2 }))
  })
})
