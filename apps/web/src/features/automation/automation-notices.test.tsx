import type { AutomationEvent, LiveEvent } from '@winnow/contract'
import { getProject, getSite, getView } from '@winnow/contract'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { dispatchLive } from '../../lib/live/live.ts'
import { operationKey } from '../../lib/query/use-operation.ts'
import { treeChangesStore } from '../../lib/tree-changes.ts'
// Loaded before the console imports them, so that they subscribe as soon as the console is rendered.
import './automation-notices.tsx'
import './device-notices.tsx'

const ID = '01900000-0000-7000-8000-000000000001'
const VIEW = '01900000-0000-7000-8000-000000000002'
const place = { id: ID, projectId: ID, siteId: ID, siteName: 'Harbour' }
const progress = (
  addedCount: number,
  totalCamera: number,
): Extract<AutomationEvent, { type: 'automation.progress' }> => ({
  type: 'automation.progress',
  ...place,
  addedCount,
  totalCamera,
  isCompleted: addedCount === totalCamera,
  isProcessingPending: false,
})
const added: Extract<AutomationEvent, { type: 'automation.camera' }> = {
  type: 'automation.camera',
  ...place,
  viewId: VIEW,
  cameraName: 'Gate',
  success: true,
  snapUrl: '/picture',
  addedCount: 2,
  totalCamera: 9,
}
const ofSite = (more: object = {}): AutomationEvent => ({
  type: 'automation.site',
  ...place,
  currentProcess: 'complete',
  success: true,
  partialFail: false,
  automationCameraFeature: true,
  ...more,
})
const inProgress = ofSite({ currentProcess: 'inProgress', success: false })
const failed = ofSite({ success: false })
const notAdded: AutomationEvent = {
  ...added,
  viewId: null,
  cameraName: 'Yard',
  success: false,
  snapUrl: null,
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const tell = (...events: LiveEvent[]) =>
  act(async () => {
    for (const event of events) dispatchLive(event)
  })
async function open(path = '/cams/settings') {
  const page = await renderConsole(path, { user: buildUser() })
  await screen.findByRole('navigation', { name: /menu/i })
  await pass(100)
  return page
}

describe('the notices of automations', () => {
  test('show the progress of cameras per site, and disappear after a success · AUTOMATION-001 AUTOMATION-008', async () => {
    await open()
    await tell(progress(2, 9))
    expect(screen.queryByText('2 of 9 cameras added')).not.toBeNull()
    expect(screen.getByRole('progressbar', { name: 'Cameras added at Harbour' }).getAttribute('value')).toBe('22')
    await tell(progress(9, 9))
    expect(screen.queryByText('9 of 9 cameras added')).not.toBeNull()
    await pass(5_000)
    expect(screen.queryByText('9 of 9 cameras added')).toBeNull()
  })

  test('show an automation from its start to its last camera · AUTOMATION-001 AUTOMATION-005 AUTOMATION-006 AUTOMATION-008', async () => {
    await open()
    const notice = () => screen.getByText('Harbour').parentElement
    const bar = () => screen.queryByRole('progressbar', { name: 'Cameras added at Harbour' })?.getAttribute('value')
    await tell(inProgress)
    expect([notice()?.textContent, bar()]).toEqual(['HarbourBeing set up …', undefined])
    await tell(ofSite())
    expect([notice()?.textContent, bar()]).toEqual(['HarbourCameras are being looked for …', '0'])
    await tell({ ...progress(0, 4), isProcessingPending: true })
    expect([notice()?.textContent, bar()]).toEqual(['HarbourCameras are being looked for …', '0'])
    await tell(progress(1, 4))
    expect([notice()?.textContent, bar()]).toEqual(['Harbour1 of 4 cameras added', '25'])
    await tell(progress(4, 4))
    expect([notice()?.textContent, bar()]).toEqual(['Harbour4 of 4 cameras added', '100'])
  })

  test.each([
    ['a site without the feature', ofSite({ automationCameraFeature: false }), 'Set up'],
    ['a failed site', failed, 'Could not be set up'],
  ])('show no cameras for %s · AUTOMATION-007', async (_what, event, text) => {
    await open()
    await tell(inProgress, event)
    expect(screen.queryByText(text)).not.toBeNull()
    expect(screen.queryByRole('progressbar', { name: 'Cameras added at Harbour' })).toBeNull()
  })

  test.each([
    [3, 'status', '3 of 4 cameras added · Set up in part'],
    [0, 'alert', '0 of 4 cameras added · Could not be set up'],
  ])('keep %i of 4 added cameras until they are dismissed · AUTOMATION-005', async (addedCount, role, text) => {
    const { pointer } = await open()
    await tell(ofSite(), { ...progress(addedCount, 4), isCompleted: true })
    await pass(60_000)
    expect(screen.getByText('Harbour').closest(`[role="${role}"]`)?.textContent).toBe(`Harbour${text}`)
    await pointer.click(screen.getByRole('button', { name: 'Dismiss Harbour' }))
    expect(screen.queryByText('Harbour')).toBeNull()
  })

  test('keep a failure until it is dismissed · AUTOMATION-005', async () => {
    const { pointer } = await open()
    await tell(failed)
    expect(screen.getByRole('alert').textContent).toContain('Could not be set up')
    await pass(60_000)
    await pointer.click(screen.getByRole('button', { name: 'Dismiss Harbour' }))
    expect(screen.queryByText('Could not be set up')).toBeNull()
  })

  test('show a card per added camera, with its three buttons · AUTOMATION-002', async () => {
    const { pointer } = await open()
    await tell(added)
    const card = within(screen.getByRole('article', { name: 'Gate' }))
    expect(card.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Dismiss',
      'Go to site',
      'Go to camera',
    ])
    await pointer.click(card.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('say of a camera that could not be added, which has no page · AUTOMATION-002', async () => {
    await open()
    await tell(added, notAdded, { ...notAdded, id: VIEW.replace(/2$/, '3'), cameraName: 'Quay' })
    const card = within(screen.getByRole('article', { name: 'Yard' }))
    expect(card.queryByText('Could not be added at Harbour')).not.toBeNull()
    expect(card.getAllByRole('button').map((button) => button.textContent)).toEqual(['Dismiss', 'Go to site'])
    expect(screen.getAllByRole('article').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Gate',
      'Yard',
      'Quay',
    ])
  })

  test.each([
    ['Go to site', `?site=${ID}`],
    ['Go to camera', `?cam=${VIEW}`],
  ])('%s opens that page · AUTOMATION-002', async (name, search) => {
    const { pointer } = await open()
    await tell(added)
    await pointer.click(screen.getByRole('button', { name }))
    await vi.waitFor(() => expect(location.pathname + location.search).toBe(`/cams/clients/u${search}`))
  })

  test('hide a card after 30 s, unless the user activated it · AUTOMATION-003', async () => {
    await open()
    await tell(added)
    await pass(29_900)
    expect(screen.queryByRole('article')).not.toBeNull()
    await pass(200)
    expect(screen.queryByRole('article')).toBeNull()
    await tell(added)
    fireEvent.pointerDown(screen.getByText('Added at Harbour'))
    await pass(120_000)
    expect(screen.queryByRole('article')).not.toBeNull()
  })

  test('request a failed picture again, 2 s later and with another key · AUTOMATION-004', async () => {
    await open()
    await tell(added)
    fireEvent.error(screen.getByRole('img', { name: 'Gate' }))
    await pass(1_900)
    expect(screen.queryByRole('img', { name: 'Gate' })).toBeNull()
    await pass(200)
    expect(screen.getByRole('img', { name: 'Gate' }).getAttribute('src')).toBe('/picture?try=1')
    fireEvent.error(screen.getByRole('img', { name: 'Gate' }))
    await pass(2_000)
    expect(screen.getByRole('img', { name: 'Gate' }).getAttribute('src')).toBe('/picture?try=2')
  })
})

describe('the notices of devices', () => {
  const PANES = [getProject, getSite, getView]
  /** Returns what is out of date after an event: queries of panes, and the tree. */
  async function stale(event: LiveEvent) {
    const { console: started } = await open()
    for (const operation of PANES) started.queries.setQueryData(operationKey(operation, 'test'), [])
    const before = treeChangesStore.get()
    await tell(event)
    const isStale = (each: (typeof PANES)[number]) =>
      started.queries.getQueryState(operationKey(each, 'test'))?.isInvalidated
    return [...PANES.filter(isStale).map(({ id }) => id), ...(treeChangesStore.get() === before ? [] : ['tree'])]
  }

  test.each<[string, LiveEvent, string]>([
    [
      'a registered camera · LIVEEVENTS-001 LIVEEVENTS-002',
      { type: 'CAMERA_REGISTERED', siteId: ID, views: [{ id: VIEW, name: 'Gate' }] },
      'The camera “Gate” is registered.',
    ],
    [
      'a refused camera · LIVEEVENTS-001 LIVEEVENTS-004 LIVEEVENTS-005',
      { type: 'CAMERA_NOT_REGISTERED', planCapacity: { isValid: true, message: 'never shown' } },
      'The camera could not be registered.',
    ],
    [
      'a camera too many · LIVEEVENTS-005 LIVEEVENTS-011',
      { type: 'CAMERA_NOT_REGISTERED', planCapacity: { isValid: false, message: 'Your plan has 10 cameras' } },
      'Your plan has 10 cameras',
    ],
    [
      'a disconnected system · LIVEEVENTS-001 LIVEEVENTS-006',
      { type: 'DISCONNECT', siteId: ID, viewIds: [VIEW, ID] },
      '2 cameras were disconnected.',
    ],
  ])('show %s for 5 s', async (_what, event, text) => {
    await open()
    await tell(event)
    expect(screen.queryByText(text)).not.toBeNull()
    await pass(4_900)
    expect(screen.queryByText(text)).not.toBeNull()
    await pass(200)
    expect(screen.queryByText(text)).toBeNull()
  })

  test.each<[string, LiveEvent]>([
    ['a registration · LIVEEVENTS-003', { type: 'CAMERA_REGISTERED', siteId: ID, views: [] }],
    ['a disconnection · LIVEEVENTS-007', { type: 'DISCONNECT', siteId: ID, viewIds: [VIEW] }],
  ])('refresh the tree and the site’s cameras after %s', async (_what, event) => {
    expect(await stale(event)).toEqual([...PANES.map(({ id }) => id), 'tree'])
  })

  test('mark nothing as out of date after a keep-alive · LIVEEVENTS-013', async () => {
    expect(await stale({ type: 'KEEP_ALIVE' })).toEqual([])
  })

  test('replace only the pane of a disconnected camera, with the pane of its site · LIVEEVENTS-008', async () => {
    await open(`/cams/clients/u?cam=${VIEW}`)
    await tell({ type: 'DISCONNECT', siteId: ID, viewIds: [ID] })
    expect(location.search).toBe(`?cam=${VIEW}`)
    await tell({ type: 'DISCONNECT', siteId: ID, viewIds: [VIEW] })
    await vi.waitFor(() => expect(location.pathname + location.search).toBe(`/cams/clients/u?site=${ID}`))
  })
})
