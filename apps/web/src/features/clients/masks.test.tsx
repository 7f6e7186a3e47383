import { type Alarm, getAlarm, setViewMasks } from '@winnow/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { json } from '../../testing/fake-api.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildView, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import type { Polygon } from './model/mask-geometry.ts'

vi.setConfig({ testTimeout: 120_000 })

const ALARM_ID = '01900000-0000-7000-8000-000000000077'
const PATH = `/cams/clients/u?cam=${viewId(1)}&tab=masks`
const triangle: Polygon = [
  [0.1, 0.1],
  [0.5, 0.1],
  [0.1, 0.5],
]

/** A camera whose last alarm has a picture. */
function serverWith(view: Parameters<typeof buildView>[1] = {}, user = treeUser()) {
  const server = new ClientsServer(user)
  server.views = [buildView(1, { lastAlarmId: ALARM_ID, ...view })]
  const frames: Alarm['frames'] = [
    {
      position: 0,
      kind: 'still',
      url: '/api/p',
      original: { type: 'image/jpeg', bytes: 9 },
      problem: null,
      width: 1000,
      height: 500,
      offsetMs: 0,
      motion: [],
    },
  ]
  server.api.on(getAlarm, () => json({ frames, detections: [], reasons: [] }))
  return server
}

async function openMasks(server: ClientsServer) {
  const opened = await openClients(PATH, server)
  const stage = await screen.findByRole('application')
  // jsdom lays nothing out: the stage is 1000 by 500.
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 500)
  const click = (x: number, y: number) => fireEvent.pointerDown(stage, { button: 0, clientX: x, clientY: y })
  return { ...opened, stage, click }
}

test('three clicks create an area, saved in 0–1 coordinates · MASKS-001', async () => {
  const { pointer, click, server } = await openMasks(serverWith())
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  click(100, 50)
  click(500, 50)
  click(100, 250)
  await pointer.click(screen.getByRole('button', { name: 'First corner: close the area' }))
  expect(screen.getByRole('button', { name: 'Area 1, 3 points' })).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  await waitFor(() => expect(server.api.callsOf(setViewMasks).map((seen) => seen.body)).toEqual([{ mask: [triangle] }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save masks' })).toBeNull())
})

test('an area of two corners is refused · MASKS-001 MASKS-002', async () => {
  const { pointer, click } = await openMasks(serverWith())
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  click(100, 50)
  click(500, 50)
  await pointer.click(screen.getByRole('button', { name: 'Close the area' }))
  expect(screen.getByText('An area needs at least 3 points')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Area 1/ })).toBeNull()
})

test('an area is drawn, moved and deleted by keyboard alone', async () => {
  const { pointer, stage, server } = await openMasks(serverWith())
  screen.getByRole('button', { name: 'Draw an area' }).focus()
  await pointer.keyboard('{Enter}')
  // The button goes away, and the focus is where one draws.
  expect(document.activeElement).toBe(stage)
  await pointer.keyboard(' {ArrowRight} {ArrowDown} {Enter}')
  const corner = screen.getByRole('button', { name: /^Corner 1 of area 1/ })
  corner.focus()
  await pointer.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks)[0]?.body).toEqual({
      mask: [
        [
          [0.45, 0.5],
          [0.505, 0.5],
          [0.505, 0.505],
        ],
      ],
    }),
  )
})

test('Enter adds a corner after the focused one, Delete removes it, Escape leaves the area', async () => {
  const { pointer, stage } = await openMasks(serverWith({ mask: [triangle] }))
  await pointer.click(screen.getByRole('button', { name: 'Area 1, 3 points' }))
  screen.getByRole('button', { name: /^Corner 1 of area 1/ }).focus()
  await pointer.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Corner 2 of area 1/ })))
  expect(document.activeElement?.getAttribute('style')).toBe('left: 30%; top: 10%;')
  await pointer.keyboard('{Delete}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Corner 1 of area 1/ })))
  expect(screen.getByRole('button', { name: 'Area 1, 3 points' })).toBeDefined()
  await pointer.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: /^Corner 1/ })).toBeNull()
  expect(document.activeElement).toBe(stage)
})

test('a corner of a triangle cannot be removed, and undo restores a deleted area · MASKS-002', async () => {
  const { pointer } = await openMasks(serverWith({ mask: [triangle] }))
  await pointer.click(screen.getByRole('button', { name: 'Area 1, 3 points' }))
  screen.getByRole('button', { name: /^Corner 2 of area 1/ }).focus()
  await pointer.keyboard('{Delete}')
  expect(screen.getByText('An area needs at least 3 points')).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Delete the chosen area' }))
  expect(screen.getByText('No area is masked')).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('button', { name: 'Area 1, 3 points' })).toBeDefined()
})

test.each([
  ['without the permission · MASKS-003', {}, ['node.read', 'node.write'] as const, 'Your account may not change masks'],
  [
    'without write permission on the camera · MASKS-003',
    { permission: 'read' as const },
    ['node.read', 'mask.write'] as const,
    'Your account may not change masks',
  ],
  [
    'for a camera that turns · MASKS-004',
    { ptz: true },
    ['node.read', 'node.write', 'mask.write'] as const,
    /This camera turns/,
  ],
])('editing is blocked %s', async (_name, view, permissions, words) => {
  const user = treeUser({ permissionsByCompany: { [treeUser().companyId]: [...permissions] } })
  const { click } = await openMasks(serverWith({ mask: [triangle], ...view }, user))
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Draw an area' })).toBeNull()
  click(100, 50)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Area 1, 3 points' }).disabled).toBe(true)
})

test('a user with only the right to draw masks can draw and save them · MASKS-003', async () => {
  const rights = ['node.read', 'alarm.read', 'mask.write'] as const
  const user = treeUser({ permissionsByCompany: { [treeUser().companyId]: [...rights] } })
  const { pointer, click, server } = await openMasks(serverWith({}, user))
  expect(screen.queryByText(/may not change|but not change it/)).toBeNull()
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  click(100, 50)
  click(500, 50)
  click(100, 250)
  await pointer.click(screen.getByRole('button', { name: 'First corner: close the area' }))
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  await waitFor(() => expect(server.views[0]?.mask).toEqual([triangle]))
})
