import {
  addRecorderCameras,
  type DeviceProblem,
  getSiteWaysIn,
  listActiveJobs,
  listCameras,
  listJobFailures,
  lookAtRecorder,
  type RecorderChannel,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { dispatchLive } from '../../lib/live/live.ts'
import { failure } from '../../testing/fake-api.ts'
import { buildJob } from '../jobs/testing/job-factory.ts'
import { ClientsServer } from './testing/clients-server.ts'
import { buildSite, siteId, viewId } from './testing/node-factory.ts'
import { line, openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })

const CAMERAS = `/cams/clients/u?site=${siteId(1)}&tab=cameras`
const OPEN = 'Add cameras of a recorder'
const job = buildJob(7, { type: 'site.add-cameras', status: 'queued', statQueued: 2, statProcessed: 0 })
const channel = (n: number, facts: Partial<RecorderChannel> = {}): RecorderChannel => ({
  channel: String(n),
  name: `Gate ${n}`,
  isOnline: true,
  viewId: null,
  viewName: null,
  ...facts,
})
const FOUR = [
  channel(1),
  channel(2, { name: 'Yard', isOnline: false }),
  channel(3, { viewId: viewId(1), viewName: 'Camera 1' }),
  channel(4, { isOnline: null }),
]
const found = (channels: RecorderChannel[]) => ({
  failure: null,
  recorder: { name: 'Main recorder', model: 'DS-7616NI' },
  channels,
})
const failed = (problem: DeviceProblem, setting: string | null = null) => ({
  failure: { problem, message: 'Could not fetch that resource', setting },
  recorder: null,
  channels: [],
})

/** A site whose recorder has these channels. */
function serverWith(channels: RecorderChannel[] = FOUR): ClientsServer {
  const server = new ClientsServer()
  server.api
    .on(lookAtRecorder, () => found(channels))
    .on(addRecorderCameras, () => ({ failure: null, job }))
    .on(listActiveJobs, () => [job])
  return server
}

const dialogOf = () => screen.findByRole('dialog', { name: 'Add cameras of a recorder to Site 1' })

async function enterLogin(pointer: UserEvent, dialog: ReturnType<typeof within>) {
  await pointer.type(await dialog.findByRole('textbox', { name: /^Host name or IP/ }), '192.0.2.64')
  await pointer.type(dialog.getByRole('textbox', { name: /^User name/ }), 'admin')
  await pointer.type(dialog.getByLabelText(/^Password/, { selector: 'input' }), 'Abcd-1234')
}

/** Opens the dialog, and enters a login. */
async function openLogin(server: ClientsServer) {
  const opened = await openClients(CAMERAS, server)
  await opened.pointer.click(await screen.findByRole('button', { name: OPEN }))
  const dialog = within(await dialogOf())
  await enterLogin(opened.pointer, dialog)
  return { ...opened, dialog }
}

/** Opens the dialog, and has the recorder asked. */
async function openChannels(channels?: RecorderChannel[], server = serverWith(channels)) {
  const opened = await openLogin(server)
  await opened.pointer.keyboard('{Enter}')
  await opened.dialog.findByRole('heading', { name: 'Main recorder' })
  return { ...opened, server }
}

const LOGIN = {
  maker: 'hikvision',
  host: '192.0.2.64',
  port: 80,
  tls: false,
  username: 'admin',
  password: 'Abcd-1234',
}

describe('adding the cameras of a recorder', () => {
  test('asks it with what was typed, offers what the site lacks, and starts a job that is shown', async () => {
    const { pointer, dialog, server } = await openChannels()
    expect(dialog.getByText('DS-7616NI · 4 channels')).toBeDefined()
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => [box.getAttribute('aria-label'), box.checked])).toEqual([
      ['Channel 1: Gate 1, Online', true],
      ['Channel 2: Yard, Offline', true],
      ['Channel 4: Gate 4, State unknown', true],
    ])
    expect(dialog.getByRole('link', { name: 'Camera 1' }).getAttribute('href')).toBe(`/cams/clients/u?cam=${viewId(1)}`)
    expect(dialog.getByText('3 of 3 chosen')).toBeDefined()

    await pointer.click(dialog.getByRole('checkbox', { name: /Yard/ }))
    expect(dialog.getByText('2 of 3 chosen')).toBeDefined()
    await pointer.click(dialog.getByRole('button', { name: 'Add 2 cameras' }))
    expect(await screen.findByRole('region', { name: 'Add the cameras of a recorder' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.api.callsOf(lookAtRecorder).map(({ params, body }) => [params.id, body])).toEqual([
      [siteId(1), LOGIN],
    ])
    expect(server.api.callsOf(addRecorderCameras).map(({ params, body }) => [params.id, body])).toEqual([
      [siteId(1), { ...LOGIN, channels: ['1', '4'] }],
    ])
  })

  test('tells which channels could not be added, in words of recorders', async () => {
    const ended = buildJob(7, { type: 'site.add-cameras', statQueued: 3, statFailed: 2 })
    const server = serverWith()
    const row = (code: string, name: string) => ({ id: null, name, place: null, link: null, code, message: 'raw' })
    server.api
      .on(listActiveJobs, () => [ended])
      .on(listJobFailures, () => ({
        rows: [row('CONFLICT', 'Yard'), row('NOT_FOUND', 'Channel 9')],
        count: 2,
        countIsExact: true,
        page: 1,
        limit: 100,
      }))
    const { pointer, dialog } = await openChannels(FOUR, server)
    await pointer.click(dialog.getByRole('button', { name: 'Add 3 cameras' }))
    await pointer.click(await screen.findByRole('button', { name: 'Show details' }))
    const table = within(await screen.findByRole('table'))
    expect(table.getByText('The site has a camera with this channel already')).toBeDefined()
    expect(table.getByText(/^The recorder has no such channel/)).toBeDefined()
  })

  test('keeps the password nowhere: neither in the browser nor in the caches of the console', async () => {
    const { pointer, dialog, console: started } = await openChannels()
    await pointer.click(dialog.getByRole('button', { name: 'Add 3 cameras' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const kept = [...started.queries.getMutationCache().getAll(), ...started.queries.getQueryCache().getAll()].map(
      ({ state }) => state,
    )
    expect(
      JSON.stringify([kept, Object.values(localStorage), Object.values(sessionStorage), history.state]),
    ).not.toContain('Abcd-1234')
    // Opened again, the dialog begins anew.
    await pointer.click(screen.getByRole('button', { name: OPEN }))
    const again = within(await dialogOf())
    expect(again.getByLabelText<HTMLInputElement>(/^Password/, { selector: 'input' }).value).toBe('')
  })

  test.each<[string, DeviceProblem, string | null, string, RegExp]>([
    [
      'an address that is not allowed, with the line that allows it',
      'refused',
      'WINNOW_ALLOWED_NETWORKS_CAMERAS=192.0.2.64',
      'Could not fetch that resource',
      /allows it with this line/,
    ],
    ['one that does not answer', 'unreachable', null, 'Could not fetch that resource', /device is switched on/],
    ['a certificate', 'certificate', null, 'The encrypted connection is not trusted', /no certificate of a known/],
    ['a wrong login, and that the recorder may lock', 'login', null, 'User or password is wrong', /lock a user/],
    ['another device', 'answer', null, 'Something else answers at this address', /not that of such a device/],
  ])('says why it failed, and keeps what was typed: %s', async (_what, problem, setting, text, help) => {
    const server = serverWith()
    server.api.on(lookAtRecorder, () => failed(problem, setting))
    const { pointer, dialog } = await openLogin(server)
    await pointer.click(dialog.getByRole('button', { name: 'Look for cameras' }))
    expect(await dialog.findByText(text)).toBeDefined()
    expect(dialog.getByText(help)).toBeDefined()
    if (setting !== null) {
      expect(dialog.getByText(setting)).toBeDefined()
      expect(dialog.getByRole('button', { name: 'Line for the settings' })).toBeDefined()
    }
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Host name or IP/ }).value).toBe('192.0.2.64')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Password/, { selector: 'input' }).value).toBe('Abcd-1234')
    // The answer belongs to the recorder that was asked.
    await pointer.type(dialog.getByRole('textbox', { name: /^Host name or IP/ }), '5')
    await waitFor(() => expect(dialog.queryByText(text)).toBeNull())
  })

  test('keeps what was typed after an error, and tells it', async () => {
    const server = serverWith()
    server.api.on(lookAtRecorder, () => failure('RATE_LIMITED', 'Too many'))
    const { pointer, dialog } = await openLogin(server)
    await pointer.keyboard('{Enter}')
    expect(await dialog.findByText('Too many tries. Wait a moment, then try again.')).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>(/^Password/, { selector: 'input' }).value).toBe('Abcd-1234')
  })

  test('asks no recorder without a host, a port, a user and a password', async () => {
    const server = serverWith()
    const { pointer } = await openClients(CAMERAS, server)
    await pointer.click(await screen.findByRole('button', { name: OPEN }))
    const dialog = within(await dialogOf())
    await pointer.clear(dialog.getByRole('textbox', { name: /^Port/ }))
    await pointer.click(dialog.getByRole('button', { name: 'Look for cameras' }))
    expect(await dialog.findByText('Hostname is empty')).toBeDefined()
    expect(dialog.getByText('Port is invalid')).toBeDefined()
    expect(dialog.getAllByText('Field required')).toHaveLength(2)
    expect(server.api.callsOf(lookAtRecorder)).toEqual([])
  })

  test('can be stopped while the recorder is asked, and asked again', async () => {
    const server = serverWith()
    let answer: (channels: RecorderChannel[]) => void = () => undefined
    server.api.on(lookAtRecorder, async () => found(await new Promise<RecorderChannel[]>((done) => (answer = done))))
    const { pointer, dialog } = await openLogin(server)
    await pointer.keyboard('{Enter}')
    expect(await dialog.findByText('The recorder is being asked …')).toBeDefined()
    await pointer.click(dialog.getByRole('button', { name: 'Stop asking' }))
    act(() => answer(FOUR))
    await waitFor(() => expect(dialog.queryByText('The recorder is being asked …')).toBeNull())
    expect(dialog.queryByRole('heading', { name: 'Main recorder' })).toBeNull()
    await pointer.click(dialog.getByRole('button', { name: 'Look for cameras' }))
    await waitFor(() => expect(server.api.callsOf(lookAtRecorder)).toHaveLength(2))
    act(() => answer(FOUR))
    expect(await dialog.findByRole('heading', { name: 'Main recorder' })).toBeDefined()
  })

  test.each([
    [[], 'This recorder has no cameras.'],
    [
      [channel(1, { viewId: viewId(1), viewName: 'Camera 1' })],
      'The site has a camera for every channel of this recorder already.',
    ],
  ])('says that there is nothing to add: %j', async (channels, text) => {
    const { pointer, dialog } = await openChannels(channels)
    expect(dialog.getByText(text)).toBeDefined()
    expect(dialog.queryByRole('button', { name: /^Add/ })).toBeNull()
    await pointer.click(dialog.getByRole('button', { name: 'Back' }))
    expect(await dialog.findByRole('textbox', { name: /^Host name or IP/ })).toBe(document.activeElement)
  })

  test('keeps the choice when the recorder refuses, or another job of the site runs', async () => {
    const { pointer, dialog, server } = await openChannels()
    server.api.on(addRecorderCameras, () => ({ ...failed('login'), job: null }))
    await pointer.click(dialog.getByRole('checkbox', { name: /Yard/ }))
    await pointer.click(dialog.getByRole('button', { name: 'Add 2 cameras' }))
    expect(await dialog.findByText('User or password is wrong')).toBeDefined()
    server.api.on(addRecorderCameras, () => failure('JOB_RUNNING', 'Running'))
    await pointer.click(dialog.getByRole('button', { name: 'Add 2 cameras' }))
    expect(await dialog.findByText(/wait until the previous action is complete/)).toBeDefined()
    expect(dialog.queryByText('User or password is wrong')).toBeNull()
    expect(dialog.getByText('2 of 3 chosen')).toBeDefined()
  })

  test('closes if somebody else has added all of them meanwhile', async () => {
    const { pointer, dialog, server } = await openChannels()
    server.api.on(addRecorderCameras, () => ({ failure: null, job: null }))
    await pointer.click(dialog.getByRole('button', { name: 'Add 3 cameras' }))
    expect(await screen.findByText('The site has a camera for every channel of this recorder already.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('asks before the chosen channels are discarded', async () => {
    const { pointer } = await openChannels()
    await pointer.keyboard('{Escape}')
    const question = within(await screen.findByRole('dialog', { name: 'Discard what is not saved?' }))
    await pointer.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Discard/ })).toBeNull())
    expect(within(await dialogOf()).getByText('3 of 3 chosen')).toBeDefined()
  })
})

describe('a long list of channels', () => {
  const MANY = Array.from({ length: 256 }, (_, at) => channel(at + 1, at === 6 ? { name: 'Weighbridge' } : {}))

  test('renders only what is seen, and is searched by name and number', async () => {
    const { pointer, dialog } = await openChannels(MANY)
    expect(dialog.getByText('256 of 256 chosen')).toBeDefined()
    expect(dialog.getAllByRole('checkbox').length).toBeLessThan(60)
    await pointer.type(dialog.getByRole('searchbox', { name: 'Find channels' }), 'weigh')
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
    await pointer.click(dialog.getByRole('button', { name: 'Leave out all shown' }))
    expect(dialog.getByText('255 of 256 chosen')).toBeDefined()
    await pointer.clear(dialog.getByRole('searchbox'))
    await pointer.click(dialog.getByRole('button', { name: 'Choose none' }))
    expect(dialog.getByText('0 of 256 chosen')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add cameras' }).disabled).toBe(true)
    await pointer.type(dialog.getByRole('searchbox'), '200')
    await pointer.click(dialog.getByRole('button', { name: 'Choose all shown' }))
    expect(dialog.getByRole('button', { name: 'Add 1 camera' })).toBeDefined()
    await pointer.type(dialog.getByRole('searchbox'), 'x')
    expect(dialog.getByText('No channel fits')).toBeDefined()
  })

  test('is worked by the keyboard: arrows, Home and End, Space, Shift and Ctrl A', async () => {
    const { pointer, dialog } = await openChannels(MANY)
    const focused = () => document.activeElement?.getAttribute('aria-label')
    act(() => dialog.getByRole('checkbox', { name: /^Channel 1:/ }).focus())
    await pointer.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toMatch(/^Channel 3:/)
    await pointer.keyboard(' ')
    expect(dialog.getByText('255 of 256 chosen')).toBeDefined()
    // The list is one step of Tab.
    expect(dialog.getAllByRole('checkbox').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await pointer.keyboard('{End}')
    await waitFor(() => expect(focused()).toMatch(/^Channel 256:/))
    await pointer.keyboard('{Home}')
    await waitFor(() => expect(focused()).toMatch(/^Channel 1:/))
    await pointer.keyboard('{Control>}a{/Control}')
    expect(dialog.getByText('256 of 256 chosen')).toBeDefined()
    await pointer.click(dialog.getByRole('checkbox', { name: /^Channel 2:/ }))
    await pointer.keyboard('{Shift>}')
    await pointer.click(dialog.getByRole('checkbox', { name: /^Channel 6:/ }))
    await pointer.keyboard('{/Shift}')
    expect(dialog.getByText('251 of 256 chosen')).toBeDefined()
  })
})

describe('the way to a recorder', () => {
  test('is offered in a site without cameras as the next step', async () => {
    const server = serverWith()
    server.sites = [buildSite(1, { viewCount: 0 })]
    server.views = []
    const { pointer } = await openClients(CAMERAS, server)
    expect(await screen.findByText('Add a single camera, or all cameras of a recorder at once.')).toBeDefined()
    const [, inList] = screen.getAllByRole('button', { name: OPEN })
    await pointer.click(inList ?? document.body)
    expect(await dialogOf()).toBeDefined()
  })

  test('is in the menu of a site in the tree', async () => {
    const { pointer } = await openClients('/cams/clients', serverWith())
    act(() => screen.getByRole('tree').focus())
    await pointer.keyboard('{ArrowDown}{ArrowRight}')
    await pointer.pointer({ keys: '[MouseRight]', target: await line('Site 1') })
    await pointer.click(await screen.findByRole('menuitem', { name: OPEN }))
    const dialog = within(await dialogOf())
    await enterLogin(pointer, dialog)
    await pointer.keyboard('{Enter}')
    // A link to a camera leads out of the dialog, after a question.
    await pointer.click(await dialog.findByRole('link', { name: 'Camera 1' }))
    await pointer.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(location.search).toBe(`?cam=${viewId(1)}`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is closed to who may only read', async () => {
    const server = serverWith()
    server.sites = [buildSite(1, { permission: 'read' })]
    server.views = []
    await openClients(CAMERAS, server)
    expect(await screen.findByText('Cameras are added at a site.')).toBeDefined()
    expect(screen.queryByRole('button', { name: OPEN })).toBeNull()
  })

  test('shows the cameras that came of it without a reload', async () => {
    const server = serverWith()
    await openClients(CAMERAS, server)
    await waitFor(() => expect(server.api.callsOf(getSiteWaysIn).length).toBeGreaterThan(0))
    await waitFor(() => expect(server.api.callsOf(listCameras).length).toBeGreaterThan(0))
    const before = [getSiteWaysIn, listCameras].map((operation) => server.api.callsOf(operation).length)
    act(() => dispatchLive({ type: 'job.changed', jobId: job.id, status: 'done' }))
    await waitFor(() => {
      const after = [getSiteWaysIn, listCameras].map((operation) => server.api.callsOf(operation).length)
      expect(after.every((count, at) => count > (before[at] ?? 0))).toBe(true)
    })
  })
})
