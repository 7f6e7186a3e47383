import { type Alarm, getAlarm, takeSnapshot, type View } from '@winnow/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { fakeUploads } from '../../testing/fake-upload.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildView, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

const ALARM_ID = '01900000-0000-7000-8000-000000000077'
const NEWER_ID = '01900000-0000-7000-8000-000000000088'
const AT = '2026-07-01T12:00:00.000Z'

const buildAlarm = (id: string, isTest: boolean): Partial<Alarm> => ({
  id,
  viewId: viewId(1),
  receivedAt: AT,
  isTest,
  verdict: 'true',
  detections: [],
  reasons: [],
  frames: [
    {
      position: 0,
      kind: 'still',
      url: `/api/frame/${id}`,
      original: null,
      problem: null,
      width: 640,
      height: 480,
      offsetMs: 0,
      motion: [],
    },
  ],
})

async function openPicture(view: Partial<View>, { isTest = false, user = treeUser() } = {}) {
  const server = new ClientsServer(user)
  server.views = [buildView(1, view)]
  server.api.on(getAlarm, ({ params }) => new Response(JSON.stringify(buildAlarm(params.id, isTest))))
  const uploads = fakeUploads()
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  const section = await screen.findByRole('region', { name: 'Reference picture' })
  return { ...opened, server, uploads, section: within(section) }
}
const picture = (section: Awaited<ReturnType<typeof openPicture>>['section']) =>
  section.findByRole<HTMLImageElement>('img', { name: 'Latest picture of Camera 1' })
const jpeg = () => new File(['x'], 'gate.jpg', { type: 'image/jpeg' })

describe('the picture that a camera has sent', () => {
  test('is shown with the time of the site, and opens large', async () => {
    const { section, pointer } = await openPicture({ lastAlarmId: ALARM_ID })
    const small = await picture(section)
    expect(small.src).toContain(`/v1/view/${viewId(1)}/snapshot?size=thumbnail&prefetch=true&v=${ALARM_ID}`)
    expect(section.getByText('Received').textContent).toMatch(/13:00.* (BST|GMT\+1)/)
    await pointer.click(section.getByRole('button', { name: 'Show the picture large' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Latest picture of Camera 1' }))
    expect(dialog.getByRole<HTMLImageElement>('img').src).toContain(`/frame/${ALARM_ID}`)
    expect(dialog.getByRole('link', { name: 'Open alarm' }).getAttribute('href')).toContain(ALARM_ID)
  })

  test('is replaced by a newer one on a refresh · CAMERAS-009', async () => {
    const { section, server, pointer } = await openPicture({ lastAlarmId: ALARM_ID })
    await picture(section)
    server.api.on(takeSnapshot, ({ params }) => {
      server.views = [buildView(1, { lastAlarmId: NEWER_ID })]
      return { viewId: params.id, takenAt: '2026-07-01T12:30:00.000Z', url: '/a', thumbnailUrl: '/b' }
    })
    await pointer.click(section.getByRole('button', { name: 'Refresh' }))
    await waitFor(async () => expect((await picture(section)).src).toContain(`v=${NEWER_ID}`))
  })

  test('is replaced by a later one that is uploaded · CAMERAS-009', async () => {
    const { section, server, uploads, pointer } = await openPicture({ lastAlarmId: ALARM_ID })
    const small = await picture(section)
    expect(section.getByRole('button', { name: 'Upload picture…' })).toBeDefined()
    fireEvent.drop(small, { dataTransfer: { files: [jpeg()] } })
    await waitFor(() => expect(uploads).toHaveLength(1))
    server.api.on(getAlarm, ({ params }) => new Response(JSON.stringify(buildAlarm(params.id, true))))
    server.views = [buildView(1, { lastAlarmId: NEWER_ID })]
    act(() => uploads[0]?.answer(200, { signalId: NEWER_ID, alarmId: NEWER_ID, duplicateOf: null, problems: [] }))
    await waitFor(async () => expect((await picture(section)).src).toContain(`v=${NEWER_ID}`))
    expect(await section.findByText('Uploaded by hand')).toBeDefined()
    await pointer.click(section.getByRole('button', { name: 'Show the picture large' }))
    expect(await screen.findByRole('dialog', { name: 'Latest picture of Camera 1' })).toBeDefined()
  })

  test('stays, with a note, if a refresh finds no newer one, and with the reason if it fails', async () => {
    const { section, server, pointer } = await openPicture({ lastAlarmId: ALARM_ID })
    await picture(section)
    server.api.on(takeSnapshot, ({ params }) => ({ viewId: params.id, takenAt: AT, url: '/a', thumbnailUrl: '/b' }))
    await pointer.click(section.getByRole('button', { name: 'Refresh' }))
    expect(await section.findByText(/no newer picture/)).toBeDefined()
    server.api.on(takeSnapshot, () => failure('UNAVAILABLE', 'Busy'))
    await pointer.click(section.getByRole('button', { name: 'Refresh' }))
    expect((await section.findByRole('alert')).textContent).toMatch(/could not be refreshed\. ./)
    expect(await picture(section)).toBeDefined()
  })
})

describe('a camera without a picture', () => {
  const drop = (section: Awaited<ReturnType<typeof openPicture>>['section']) => {
    const area = section.getByText(/No picture yet/).parentElement
    if (!area) throw new Error('no area')
    return (file: File) => fireEvent.drop(area, { dataTransfer: { files: [file] } })
  }

  test('shows the picture that was dropped, with its origin', async () => {
    const { section, server, uploads } = await openPicture({}, { isTest: true })
    drop(section)(jpeg())
    await waitFor(() => expect(uploads).toHaveLength(1))
    expect(uploads[0]).toMatchObject({ type: 'image/jpeg' })
    expect(section.getByRole('progressbar', { name: 'Sending gate.jpg' })).toBeDefined()
    server.views = [buildView(1, { lastAlarmId: ALARM_ID })]
    act(() => uploads[0]?.answer(200, { signalId: NEWER_ID, alarmId: ALARM_ID, duplicateOf: null, problems: [] }))
    expect((await picture(section)).src).toContain(ALARM_ID)
    expect(section.getByText('Uploaded by hand')).toBeDefined()
    // Another one can be dropped on it.
    const small = await picture(section)
    fireEvent.drop(small, { dataTransfer: { files: [jpeg()] } })
    await waitFor(() => expect(uploads).toHaveLength(2))
  })

  test('shows why a file is refused, before and after it is sent', async () => {
    const { section, uploads } = await openPicture({})
    drop(section)(new File(['x'], 'gate.mp4', { type: 'video/mp4' }))
    expect((await section.findByRole('alert')).textContent).toBe('gate.mp4 is neither a JPEG nor a PNG.')
    expect(uploads).toHaveLength(0)
    drop(section)(jpeg())
    await waitFor(() => expect(uploads).toHaveLength(1))
    act(() => uploads[0]?.answer(413, { code: 'TOO_LARGE', message: 'x', requestId: 'r' }))
    expect((await section.findByRole('alert')).textContent).toMatch(/could not be uploaded\. The file is too large/)
  })

  test('offers no actions without the right to change it', async () => {
    const { section } = await openPicture({ permission: 'read' })
    expect(section.getByText('No picture yet')).toBeDefined()
    expect(section.queryAllByRole('button')).toEqual([])
  })
})
