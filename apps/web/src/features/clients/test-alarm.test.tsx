import { type Alarm, getAlarm, getSignal } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { fakeUploads } from '../../testing/fake-upload.ts'
import { buildView, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const SIGNAL_ID = '01900000-0000-7000-8000-000000000066'
const ALARM_ID = '01900000-0000-7000-8000-000000000077'
const accepted = { signalId: SIGNAL_ID, alarmId: ALARM_ID, duplicateOf: null, problems: [] }

const waiting: Partial<Alarm> = {
  id: ALARM_ID,
  viewId: viewId(1),
  receivedAt: '2026-11-20T01:00:00.000Z',
  verdict: null,
  verdictAt: null,
  version: 1,
  frames: [],
  detections: [],
  masks: [],
  reasons: [],
  problems: [],
  boxesRemoved: false,
}
const decided: Partial<Alarm> = {
  ...waiting,
  verdict: 'true',
  verdictAt: '2026-11-20T01:00:02.000Z',
  version: 2,
  frames: [1000, 1001].map((position) => ({
    position,
    kind: 'clip-frame',
    url: `/api/frame/${position}`,
    original: null,
    problem: null,
    width: 640,
    height: 480,
    offsetMs: 0,
    motion: [],
  })),
  detections: [
    {
      frame: 1001,
      class: 'person',
      label: 'person',
      score: 0.9,
      box: { x: 0.1, y: 0.5, width: 0.1, height: 0.3 },
      moved: true,
      masked: false,
      static: false,
      counted: true,
      doubt: null,
      model: 'built-in',
    },
  ],
  reasons: [{ code: 'person-detected', params: { frame: 1001, score: 0.9 } }],
}

async function openTest(user = treeUser()) {
  const server = new ClientsServer(user)
  server.views = [buildView(1)]
  const state = { alarm: waiting }
  server.api.on(getAlarm, () => new Response(JSON.stringify(state.alarm)))
  const uploads = fakeUploads()
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=test`, server)
  await screen.findByRole('heading', { name: 'Try a picture or clip' })
  const emit = () =>
    act(() =>
      server.api.emit({
        type: 'alarm.changed',
        id: ALARM_ID,
        viewId: viewId(1),
        siteId: buildView(1).siteId,
        projectId: buildView(1).clientId,
        version: 2,
        isTest: true,
      }),
    )
  return { ...opened, server, state, uploads, emit }
}
const clip = () => new File(['clip'], 'gate.mp4', { type: 'video/mp4' })
const zone = () => {
  const element = screen.getByText('Drop a picture or clip here').parentElement
  if (!element) throw new Error('no zone')
  return element
}
const drop = (file: File) => fireEvent.drop(zone(), { dataTransfer: { files: [file] } })
const answer = (
  upload: { answer: (status: number, body: unknown) => void } | undefined,
  status: number,
  body: unknown,
) => act(() => upload?.answer(status, body))

describe('a dropped clip', () => {
  test('is sent with its type, and upload, arrival and verdict are shown', async () => {
    const { uploads, state, emit, pointer } = await openTest()
    fireEvent.dragOver(zone())
    expect(zone().dataset['over']).toBe('true')
    drop(clip())
    expect(zone().dataset['over']).toBeUndefined()
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]).toMatchObject({ type: 'video/mp4' })
    expect(uploads[0]?.url).toContain(viewId(1))
    act(() => uploads[0]?.progress(0.4))
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending gate.mp4' }).value).toBe(0.4)
    answer(uploads[0], 200, accepted)
    expect(await screen.findByText('Test, not counted')).toBeDefined()
    expect(await screen.findByText('Arrived. The filter is looking at it…')).toBeDefined()
    state.alarm = decided
    emit()
    expect(await screen.findByText('Passed')).toBeDefined()
    expect(screen.getByText('2 s after receipt')).toBeDefined()
    // The picture with the strongest sighting is first, and the others are available.
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Test picture gate.mp4' }).src).toContain('/frame/1001')
    expect(screen.getByText(/A person was seen/).textContent).toContain('picture 2')
    await pointer.click(within(screen.getByRole('group', { name: 'All pictures' })).getByRole('button', { name: '1' }))
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Test picture gate.mp4' }).src).toContain('/frame/1000')
    expect(screen.getByRole('link', { name: 'Open in Alarms' }).getAttribute('href')).toContain(ALARM_ID)
  })

  test('shows an error if its picture cannot be loaded · ERRORS-009', async () => {
    const { uploads, state } = await openTest()
    state.alarm = decided
    drop(clip())
    await waitFor(() => expect(uploads).toHaveLength(1))
    answer(uploads[0], 200, accepted)
    fireEvent.error(await screen.findByRole('img', { name: 'Test picture gate.mp4' }))
    expect(screen.getByText('Error whilst fetching object')).toBeDefined()
  })

  test('can be cancelled during the upload', async () => {
    const { uploads, pointer } = await openTest()
    drop(clip())
    await pointer.click(await screen.findByRole('button', { name: 'Stop' }))
    expect(uploads[0]?.aborted).toBe(true)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is replaced by the file that is dropped next', async () => {
    const { uploads } = await openTest()
    drop(clip())
    await waitFor(() => expect(uploads).toHaveLength(1))
    drop(new File(['other'], 'yard.jpg', { type: 'image/jpeg' }))
    await waitFor(() => expect(uploads).toHaveLength(2))
    expect(uploads[0]?.aborted).toBe(true)
    expect(await screen.findByRole('progressbar', { name: 'Sending yard.jpg' })).toBeDefined()
  })
})

describe('a chosen file', () => {
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), { target: { files: [file] } })

  test('is recognised by its extension if the system gives no type', async () => {
    const { uploads } = await openTest()
    choose(new File(['x'], 'NIGHT.AVI', { type: '' }))
    await waitFor(() => expect(uploads[0]?.type).toBe('video/x-msvideo'))
  })

  test('that is neither picture nor clip is not sent', async () => {
    const { uploads } = await openTest()
    choose(new File(['x'], 'notes.pdf', { type: 'application/pdf' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/notes\.pdf is neither a picture nor a clip/)
    expect(uploads).toHaveLength(0)
  })

  test.each([
    ['TOO_LARGE', 413, /The file is too large/],
    ['RATE_LIMITED', 429, /Wait a minute/],
    ['EMPTY_ALARM', 400, /The file is empty/],
  ])('that the server refuses with %s shows what to do', async (code, status, words) => {
    const { uploads } = await openTest()
    choose(clip())
    await waitFor(() => expect(uploads).toHaveLength(1))
    answer(uploads[0], status, { code, message: code, requestId: 'r' })
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
  })

  test('shows that there is no connection if the upload breaks off', async () => {
    const { uploads } = await openTest()
    choose(clip())
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.fail())
    expect((await screen.findByRole('alert')).textContent).toMatch(/gate\.mp4 could not be tried\. Connection lost/)
  })

  test('without readable content is reported after the server has read the message', async () => {
    const { uploads, server } = await openTest()
    server.api.on(getSignal, () => new Response(JSON.stringify({ id: SIGNAL_ID, state: 'parsed', alarmId: null })))
    choose(clip())
    await waitFor(() => expect(uploads).toHaveLength(1))
    answer(uploads[0], 200, { ...accepted, alarmId: null })
    expect((await screen.findByRole('alert')).textContent).toMatch(/nothing in it could be read/)
  })
})

test('a test alarm is not possible for a user who may not change the camera', async () => {
  const { companyId } = treeUser()
  await openTest(treeUser({ permissionsByCompany: { [companyId]: ['node.read', 'alarm.read'] } }))
  expect(screen.queryByText('Drop a picture or clip here')).toBeNull()
  expect(screen.getAllByText(/You may look at this but not change it/).length).toBeGreaterThan(0)
})
