import { setBoxes } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { alarmId, buildAlarm, buildDetection, buildFrame } from './testing/alarm-factory.ts'
import { list, openAlarms } from './testing/open-alarms.tsx'

const ID = alarmId(1)
const person = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 }

async function opened(options: Parameters<typeof openAlarms>[0] = { alarms: [buildAlarm(1)] }) {
  const rendered = await openAlarms(options)
  await list()
  await screen.findByRole('img', { name: /^Picture 2 of 3/ })
  const sent = () => rendered.server.api.callsOf(setBoxes).map(({ params, body }) => [params.frame, body.boxes])
  return { ...rendered, sent }
}
const edit = async (options?: Parameters<typeof openAlarms>[0]) => {
  const rendered = await opened(options)
  fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' })
  const dialog = within(await screen.findByRole('dialog', { name: /^Boxes of picture 2/ }))
  const stage = dialog.getByRole('application', { name: 'Picture with its boxes' })
  vi.spyOn(stage, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 50, 1000, 500))
  // The dialog gives the focus to the picture in a timer.
  await waitFor(() => expect(document.activeElement).toBe(stage))
  const boxes = () => dialog.queryAllByRole('button', { name: /, box \d+$/ }).map((box) => box.ariaLabel)
  return { ...rendered, dialog, stage, boxes }
}
const at = (x: number, y: number) => ({ clientX: 100 + x * 1000, clientY: 50 + y * 500, pointerId: 1, button: 0 })

describe('boxes of the shown picture', () => {
  test('are moved, resized, added, classified and deleted by key, and saved as a whole', async () => {
    const { dialog, pointer, boxes, sent } = await edit()
    expect(boxes()).toEqual(['Person, box 1'])
    dialog.getByRole('button', { name: 'Person, box 1' }).focus()
    await pointer.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}')
    await pointer.click(dialog.getByRole('button', { name: 'Lower right corner' }))
    await pointer.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await pointer.click(dialog.getByRole('button', { name: 'Add a box' }))
    await pointer.click(dialog.getByRole('button', { name: 'Animal' }))
    expect(boxes()).toEqual(['Person, box 1', 'Animal, box 2'])
    await pointer.click(dialog.getByRole('button', { name: 'Add a box' }))
    await pointer.keyboard('{Delete}')
    expect(boxes()).toHaveLength(2)
    await pointer.click(dialog.getByRole('button', { name: 'Save boxes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toEqual([
      [
        '1',
        [
          {
            class: 'person',
            box: {
              x: expect.closeTo(0.405),
              y: expect.closeTo(0.35),
              width: expect.closeTo(0.15),
              height: expect.closeTo(0.4),
            },
          },
          { class: 'animal', box: { x: 0.4, y: 0.35, width: 0.2, height: 0.3 } },
        ],
      ],
    ])
    // One undo gives the boxes of the analysis back.
    await pointer.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent().at(-1)).toEqual(['1', null]))
  })

  test('are drawn and moved with a pointer that is down; moving it alone changes nothing', async () => {
    const { dialog, stage, boxes, pointer, sent } = await edit()
    fireEvent.pointerMove(stage, at(0.1, 0.1))
    fireEvent.pointerMove(stage, at(0.9, 0.9))
    expect(boxes()).toEqual(['Person, box 1'])
    expect(dialog.getByRole('button', { name: 'Save boxes' })).toHaveProperty('disabled', true)
    // A click draws nothing.
    fireEvent.pointerDown(stage, at(0.1, 0.1))
    fireEvent.pointerUp(window, at(0.1, 0.1))
    expect(boxes()).toHaveLength(1)
    // From the lower right to the upper left, and beyond the picture.
    fireEvent.pointerDown(stage, at(0.2, 0.4))
    fireEvent.pointerMove(window, at(0.1, 0.2))
    fireEvent.pointerMove(window, { ...at(-0.5, 0.1), pointerId: 2 })
    fireEvent.pointerMove(window, at(-0.5, 0.1))
    fireEvent.pointerUp(window, at(-0.5, 0.1))
    fireEvent.pointerMove(window, at(0.9, 0.9))
    const first = dialog.getByRole('button', { name: 'Person, box 1' })
    fireEvent.pointerDown(first, at(0.45, 0.5))
    fireEvent.pointerMove(window, at(0.55, 0.5))
    fireEvent.pointerUp(window, at(0.55, 0.5))
    await pointer.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.[1]).toEqual([
      { class: 'person', box: { ...person, x: expect.closeTo(0.5) } },
      {
        class: 'person',
        box: { x: 0, y: expect.closeTo(0.1), width: expect.closeTo(0.2), height: expect.closeTo(0.3) },
      },
    ])
  })

  test('that a person has drawn give way to those of the analysis on request', async () => {
    const set = { boxesSet: { by: 'Ben', at: '2026-11-20T02:00:00.000Z' } }
    const alarm = buildAlarm(1, {
      frames: [0, 1, 2].map((position) => buildFrame(ID, position, position === 1 ? set : {})),
      detections: [buildDetection({ frame: 1, setBy: 'Ben', model: 'person', score: 1 })],
    })
    const { dialog, pointer, sent } = await edit({ alarms: [alarm] })
    await pointer.click(dialog.getByRole('button', { name: 'Show the boxes of the analysis again' }))
    await waitFor(() => expect(sent()).toEqual([['1', null]]))
    await pointer.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent().at(-1)).toEqual(['1', [{ class: 'person', box: person }]]))
  })

  test('cannot be changed by those who may only look', async () => {
    await opened({ alarms: [buildAlarm(1)], user: buildUser({ permissions: ['alarm.read'] }) })
    fireEvent.keyDown(document.body, { key: 'e', code: 'KeyE' })
    expect(screen.queryByRole('button', { name: 'Edit boxes' })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
