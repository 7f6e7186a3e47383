import { type Alarm, copyMasks, getAlarm, listMaskHistory, listTreeViews, setViewMasks } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
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

const FRAME: Alarm['frames'][number] = {
  position: 0,
  kind: 'still',
  url: '/api/p',
  original: { type: 'image/jpeg', bytes: 9 },
  problem: null,
  width: 1000,
  height: 500,
  offsetMs: 0,
  motion: [],
}

/** A camera whose last alarm has a picture. */
function serverWith(view: Parameters<typeof buildView>[1] = {}, user = treeUser()) {
  const server = new ClientsServer(user)
  server.views = [buildView(1, { lastAlarmId: ALARM_ID, ...view })]
  server.api.on(getAlarm, () => json({ frames: [FRAME], detections: [], reasons: [] }))
  return server
}

async function openMasks(server: ClientsServer, path = PATH) {
  const opened = await openClients(path, server)
  const stage = await screen.findByRole('application')
  // jsdom has no layout: the stage is 1000 by 500.
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
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks).map((seen) => seen.body)).toEqual([{ mask: [triangle], basedOn: [] }]),
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save masks' })).toBeNull())
})

test('a finger draws an area and drags its corner, and a second finger changes nothing · MASKS-001', async () => {
  const { pointer, stage, server } = await openMasks(serverWith())
  const finger = (pointerId: number, clientX: number, clientY: number) => ({
    button: 0,
    pointerType: 'touch',
    pointerId,
    clientX,
    clientY,
  })
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  for (const [x, y] of [
    [100, 50],
    [500, 50],
    [100, 250],
  ] as const)
    fireEvent.pointerDown(stage, finger(7, x, y))
  await pointer.click(screen.getByRole('button', { name: 'First corner: close the area' }))
  const corner = stage.querySelector('[data-corner="0"]')
  if (!corner) throw new Error('the area has no corner')
  fireEvent.pointerDown(corner, finger(7, 100, 50))
  fireEvent.pointerMove(window, finger(8, 900, 450))
  fireEvent.pointerMove(window, finger(7, 200, 100))
  fireEvent.pointerUp(window, finger(7, 200, 100))
  fireEvent.pointerMove(window, finger(7, 700, 400))
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  const [, ...others] = triangle
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks).map((seen) => seen.body)).toEqual([
      { mask: [[[0.2, 0.2], ...others]], basedOn: [] },
    ]),
  )
})

const OPENED_FROM = '01900000-0000-7000-8000-000000000078'

test.each([
  ['of this camera is drawn on, with its box as a new area', viewId(1), '/api/p/opened', OPENED_FROM],
  ['of another camera is not drawn on', viewId(2), '/api/p', ALARM_ID],
])('the picture of the alarm from which the editor was opened %s', async (_what, ofView, url, drawnOn) => {
  const server = serverWith()
  server.api.on(getAlarm, ({ params }) => {
    const isOpened = params.id === OPENED_FROM
    const frame = { ...FRAME, url: isOpened ? '/api/p/opened' : '/api/p' }
    return json({ id: params.id, viewId: isOpened ? ofView : viewId(1), frames: [frame], detections: [], reasons: [] })
  })
  const { pointer, stage } = await openMasks(server, `${PATH}&alarm=${OPENED_FROM}&box=0.1,0.2,0.3,0.4`)
  expect(within(stage).getByRole('img').getAttribute('src')).toBe(url)
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  const box = [
    [0.1, 0.2],
    [0.4, 0.2],
    [0.4, 0.6],
    [0.1, 0.6],
  ]
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks).map((seen) => seen.body)).toEqual([
      { mask: [box.map(([x = 0, y = 0]) => [x, expect.closeTo(y)])], basedOn: [], alarmId: drawnOn },
    ]),
  )
})

test('areas have the colour and the opacity of the company', async () => {
  const { company } = treeUser()
  const user = treeUser({ company: { ...company, maskConfig: { maskColor: [1, 2, 3], maskOpacity: 0.55 } } })
  const { stage } = await openMasks(serverWith({ mask: [triangle] }, user))
  const area = stage.querySelector('polygon')
  expect(area?.getAttribute('fill')).toBe('rgb(1 2 3 / 0.55)')
  expect(area?.getAttribute('stroke')).toBe('rgb(1 2 3)')
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
  // The button disappears, and the focus moves to the drawing area.
  expect(document.activeElement).toBe(stage)
  await pointer.keyboard(' {ArrowRight} {ArrowDown} {Enter}')
  const corner = screen.getByRole('button', { name: /^Corner 1 of area 1/ })
  corner.focus()
  await pointer.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks)[0]?.body).toMatchObject({
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

const square: Polygon = [
  [0.6, 0.6],
  [0.9, 0.6],
  [0.9, 0.9],
  [0.6, 0.9],
]
const bowTie: Polygon = [
  [0, 0],
  [1, 1],
  [1, 0],
  [0, 1],
]

test('a new area that crosses itself cannot be closed, and an existing area that does cannot be saved until it is corrected · MASKS-002', async () => {
  const { pointer, click, server } = await openMasks(serverWith({ mask: [bowTie] }))
  expect(screen.getByText(/Area 1 crosses itself/)).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  for (const [x, y] of bowTie) click(x * 900 + 50, y * 400 + 50)
  await pointer.click(screen.getByRole('button', { name: 'Close the area' }))
  expect(screen.getByText(/An area must not cross itself/)).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Cancel' }))
  await pointer.click(screen.getByRole('button', { name: 'Area 1, 4 points' }))
  fireEvent.keyDown(screen.getByRole('button', { name: /^Corner 3 of area 1/ }), { key: 'ArrowLeft' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save masks' }).disabled).toBe(true)
  fireEvent.keyDown(screen.getByRole('button', { name: /^Corner 3 of area 1/ }), { key: 'Delete' })
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  await waitFor(() => expect(server.views[0]?.mask[0]).toHaveLength(3))
})

test('masks that a colleague has saved meanwhile are shown before this user can overwrite them', async () => {
  const { pointer, server } = await openMasks(serverWith({ mask: [triangle] }))
  await pointer.click(screen.getByRole('button', { name: 'Area 1, 3 points' }))
  await pointer.click(screen.getByRole('button', { name: 'Delete the chosen area' }))
  // The colleague saved first, and the live message has not arrived yet.
  server.views = server.views.map((view) => ({ ...view, mask: [square] }))
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  expect(await screen.findByText(/A colleague has saved other masks/)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save masks' }).disabled).toBe(true)
  await pointer.click(screen.getByRole('button', { name: 'Keep mine' }))
  await pointer.click(screen.getByRole('button', { name: 'Save masks' }))
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks).at(-1)?.body).toMatchObject({ mask: [], basedOn: [square] }),
  )
})

test('the history shows user and time, and loads earlier masks into the editor · CAMERAS-012', async () => {
  const server = serverWith({ mask: [triangle] })
  const change = {
    id: ALARM_ID,
    time: '2026-11-20T10:00:00.000Z',
    userId: null,
    viewId: viewId(1),
    viewName: 'Camera 1',
    siteId: viewId(2),
    siteName: 'Site',
    clientId: viewId(3),
    projectName: 'Client',
    timezone: 'Europe/London',
    ptz: false,
    copiedFrom: null,
    picture: null,
  }
  server.api.on(listMaskHistory, () => ({
    rows: [
      { ...change, kind: 'edited' as const, userName: 'Ann', before: [square], mask: [triangle] },
      {
        ...change,
        id: viewId(9),
        kind: 'copied' as const,
        copiedFrom: 'Gate',
        userName: 'Bob',
        before: [],
        mask: [square],
      },
    ],
    count: 2,
    countIsExact: true,
    page: 1,
    limit: 10,
    next: null,
  }))
  const { pointer } = await openMasks(server)
  await pointer.click(screen.getByRole('button', { name: 'Mask history' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Changed by Ann')).toBeDefined()
  expect(dialog.getByText('Copied from Gate by Bob')).toBeDefined()
  expect(dialog.getByText('In use')).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Restore' }))
  await pointer.click(await screen.findByRole('button', { name: 'Save masks' }))
  await waitFor(() =>
    expect(server.api.callsOf(setViewMasks).at(-1)?.body).toMatchObject({ mask: [square], restored: true }),
  )
})

test('masks are copied to several cameras, and failures show the reason · MASKS-004', async () => {
  const server = serverWith({ mask: [triangle] })
  const others = [
    buildView(2, { name: 'Yard' }),
    buildView(3, { name: 'Dome', ptz: true }),
    buildView(4, { name: 'Road' }),
  ]
  server.api.on(listTreeViews, () => ({
    rows: [...server.views, ...others],
    count: 4,
    countIsExact: true,
    page: 1,
    limit: 100,
  }))
  server.api.on(copyMasks, () => ({
    copied: [viewId(2)],
    refused: [{ viewId: viewId(4), name: 'Road', reason: 'too-many-areas' as const }],
  }))
  const { pointer } = await openMasks(server)
  await pointer.click(screen.getByRole('button', { name: 'Copy to other cameras' }))
  const dialog = within(await screen.findByRole('dialog'))
  await pointer.click(await dialog.findByRole('checkbox', { name: /Yard/ }))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /Dome/ }).disabled).toBe(true)
  expect(dialog.getByText('This camera turns, so it cannot have masks')).toBeDefined()
  expect(dialog.queryByRole('checkbox', { name: /Camera 1/ })).toBeNull()
  await pointer.click(dialog.getByRole('checkbox', { name: /Road/ }))
  await pointer.click(dialog.getByRole('radio', { name: 'Keep them, and add these areas' }))
  await pointer.click(dialog.getByRole('button', { name: 'Copy to 2 cameras' }))
  expect(await dialog.findByText(/Road: would have more than 50 areas/)).toBeDefined()
  expect(server.api.callsOf(copyMasks)[0]?.body).toEqual({ viewIds: [viewId(2), viewId(4)], mode: 'add' })
})
