import {
  CAMERA_FAULTS,
  type CurrentUser,
  type FaultyCamera,
  getCameraHealth,
  getHome,
  listFaultyCameras,
  type ReplyOf,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildHealth, buildHome } from '../../../testing/build-home.ts'
import { buildUser } from '../../../testing/build-user.ts'
import { failure } from '../../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../../testing/render-console.tsx'

const NOW = '2026-11-21T02:30:00.000Z'
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const camera = (n: number, change: Partial<FaultyCamera> = {}): FaultyCamera => ({
  id: id(n),
  name: `Gate ${n}`,
  siteId: id(900),
  siteName: 'Depot',
  clientId: id(901),
  projectName: 'Harbour',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSignalAt: '2026-11-19T20:30:00.000Z',
  lastPictureAt: null,
  idleHours: 24,
  idleHoursAreOwn: false,
  burst: 0,
  hour: 0,
  usualHour: 1.25,
  ...change,
})

async function openHome(
  health: Partial<ReplyOf<typeof getCameraHealth>>,
  rows: FaultyCamera[] = [],
  { path = '/cams/dashboard', user = buildUser() }: { path?: string; user?: CurrentUser } = {},
) {
  const api = frameApi(user)
    .on(getHome, () => buildHome())
    .on(getCameraHealth, () => buildHealth(health))
    .on(listFaultyCameras, ({ query }) => ({
      rows,
      count: health[CAMERA_FAULTS.find((fault) => fault === query['fault']) ?? 'silent'] ?? 0,
      countIsExact: true,
      page: Number(query['page']),
      limit: 20,
      now: NOW,
      hourSince: '2026-11-21T01:30:00.000Z',
    }))
  const opened = await renderConsole(path, { api, user })
  return { ...opened, panel: within(await screen.findByRole('region', { name: 'Health of cameras' })) }
}

describe('the health of cameras on Home', () => {
  test('is told in one line when all cameras work, with how many are watched', async () => {
    const { panel } = await openHome({})
    expect(await panel.findByText('All of them send alarms as usual.')).toBeDefined()
    expect(panel.getByText('40 cameras are switched on and not paused')).toBeDefined()
  })

  test('has a link from each number to the list of exactly these cameras, which the address keeps', async () => {
    const { panel, pointer, api } = await openHome({ silent: 2 }, [
      camera(1),
      camera(2, { lastSignalAt: null, idleHours: 21, idleHoursAreOwn: true }),
    ])
    expect(panel.queryByText('All of them send alarms as usual.')).toBeNull()
    await pointer.click(await panel.findByRole('link', { name: /^2 Silent/ }))
    const list = within(await panel.findByRole('region', { name: 'Silent cameras, the longest silence first' }))
    expect(
      list
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['Gate 1Harbour / Depot30 h24 h19/11/2026 20:30', 'Gate 2Harbour / Depot324 d21 hits own rhythmnever'])
    expect(location.search).toBe('?health=silent')
    expect(api.callsOf(listFaultyCameras)[0]?.query).toEqual({ fault: 'silent', page: '1', limit: '20' })
    expect(panel.getByText(/Europe\/London/)).toBeDefined()
    await pointer.click(panel.getByRole('link', { name: /^2 Silent/ }))
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('leads from the alarms of a noisy camera to these alarms', async () => {
    await openHome({ noisy: 1 }, [camera(3, { burst: 25, hour: 60 })], { path: '/cams/dashboard?health=noisy' })
    const link = async (name: string) =>
      new URLSearchParams((await screen.findByRole('link', { name })).getAttribute('href')?.split('?')[1])
    expect((await link('25')).get('since')).toContain('2026-11-21T02:25:00.000Z')
    expect((await link('60')).get('since')).toContain('2026-11-21T01:30:00.000Z')
    expect((await link('1.3')).get('since')).toContain('2026-11-14T02:30:00.000Z')
    expect((await link('60')).get('camera')).toBe(id(3))
  })

  test('leads to the camera, or to its alarms for users without the tree', async () => {
    const rows = [camera(4)]
    const operator = buildUser({ permissions: ['alarm.read'] })
    await openHome({ silent: 1 }, rows, { path: '/cams/dashboard?health=silent', user: operator })
    expect((await screen.findByRole('link', { name: 'Gate 4' })).getAttribute('href')).toContain('/cams/alarms?camera=')
  })

  test('has pages, which survive a reload', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => camera(n))
    const { pointer, api } = await openHome({ silent: 45 }, rows, { path: '/cams/dashboard?health=silent&page=2' })
    await pointer.click(await screen.findByRole('button', { name: /next/i }))
    await waitFor(() => expect(location.search).toBe('?health=silent&page=3'))
    await waitFor(() => expect(api.callsOf(listFaultyCameras).map(({ query }) => query['page'])).toEqual(['2', '3']))
  })

  test('says that no camera has the fault any more', async () => {
    await openHome({}, [], { path: '/cams/dashboard?health=noisy' })
    expect(await screen.findByText('No camera is noisy')).toBeDefined()
  })

  test('ignores a fault in the address that does not exist', async () => {
    const { api } = await openHome({}, [], { path: '/cams/dashboard?health=broken&page=x' })
    expect(api.callsOf(listFaultyCameras)).toEqual([])
  })

  test('is left out while the user watches no camera', async () => {
    const api = frameApi()
      .on(getHome, () => buildHome())
      .on(getCameraHealth, () => buildHealth({ watched: 0 }))
    await renderConsole('/cams/dashboard', { api })
    await screen.findByText('Received', { selector: 'dt' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Health of cameras' })).toBeNull())
  })

  test('fails alone, with a retry: the figures of alarms stay', async () => {
    let broken = true
    const api = frameApi()
      .on(getHome, () => buildHome())
      .on(getCameraHealth, () => (broken ? failure('INTERNAL', 'No') : buildHealth()))
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    const panel = within(await screen.findByRole('region', { name: 'Health of cameras' }))
    const retry = await panel.findByRole('button', { name: /again|retry/i })
    expect(screen.getByText('Received', { selector: 'dt' })).toBeDefined()
    broken = false
    await pointer.click(retry)
    expect(await panel.findByText('All of them send alarms as usual.')).toBeDefined()
  })
})
