import {
  getAppConfig,
  getHome,
  releaseDeliveries,
  type CurrentUser,
  type LiveEvent,
  type ReplyOf,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildAppConfig } from '../../testing/build-app-config.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const ID = '01900000-0000-7000-8000-000000000005'
const created: LiveEvent = {
  type: 'alarm.created',
  id: ID,
  viewId: ID,
  siteId: ID,
  projectId: ID,
  version: 1,
  isTest: false,
}

async function openHome(overrides: Partial<ReplyOf<typeof getHome>> = {}, user: CurrentUser = buildUser()) {
  const api = frameApi(user).on(getHome, () => buildHome(overrides))
  return renderConsole('/cams/dashboard', { api })
}

/** The value below a label of the figures. */
async function figure(name: string): Promise<string | null | undefined> {
  return (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent
}

describe('the figures', () => {
  test('show their base and link to the alarms they count', async () => {
    await openHome()
    expect(await figure('Received')).toBe('Received1,210')
    expect(await figure('Filtered share')).toBe('Filtered share93.1 %of 1,204')
    expect(await figure('Time to verdict')).toBe('Time to verdict840 msmedian · 95 % within 2.4 s')
    expect(screen.getByRole('link', { name: '80' }).getAttribute('href')).toBe('/cams/alarms?window=24h&verdict=passed')
    expect(screen.getByRole('link', { name: '1,210' }).getAttribute('href')).toBe('/cams/alarms?window=24h')
  })

  test('of received alarms link to a list that includes alarms that were not judged, if there are any', async () => {
    await openHome({ received: 1230, outside: 20 })
    expect(await figure('Outside')).toBe('Outside20')
    const received = screen.getByRole('link', { name: '1,230' }).getAttribute('href')
    expect(received).toContain('outside')
    expect(received).toContain('passed')
  })

  test('show no share and no time without analysed alarms', async () => {
    await openHome({ filteredShare: null, latency: null, filtered: 0, passed: 0, received: 2, waiting: 2 })
    expect(await figure('Filtered share')).toBe('Filtered share–nothing analysed yet')
    expect(await figure('Time to verdict')).toBe('Time to verdict–')
  })

  test('have their window in the address and in the request', async () => {
    const { api, pointer } = await openHome()
    await pointer.click(await screen.findByText('7 days'))
    await waitFor(() => expect(location.search).toBe('?hours=168'))
    await waitFor(() => expect(api.callsOf(getHome).at(-1)?.query).toEqual({ hours: '168', timezone: 'Europe/London' }))
    expect(screen.getByRole('link', { name: '80' }).getAttribute('href')).toContain('window=7d')
  })
})

describe('the chart', () => {
  test('labels each bar with its count and links to the alarms of its hour', async () => {
    const { pointer } = await openHome()
    const bar = await screen.findByRole('link', { name: '20/11/2026 22:00 GMT: 4 passed, 1 unverified, 25 filtered' })
    expect(screen.getAllByRole('link', { name: /passed, .* unverified/ })).toHaveLength(25)
    await pointer.click(bar)
    await waitFor(() => expect(location.pathname).toBe('/cams/alarms'))
    expect(new URLSearchParams(location.search).get('since')).toContain('2026-11-20T22:00:00.000Z')
  })

  test('can be reached once with the Tab key, and arrow keys move between its bars', async () => {
    const { pointer } = await openHome()
    const bars = await screen.findAllByRole('link', { name: /passed, .* unverified/ })
    expect(bars.filter((bar) => bar.getAttribute('tabindex') === '0')).toHaveLength(1)
    act(() => bars.at(-1)?.focus())
    await pointer.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(bars.at(-2))
    await pointer.keyboard('{Home}')
    expect(document.activeElement).toBe(bars[0])
    await pointer.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(bars[0])
  })
})

describe('problems that need attention', () => {
  test('are shown with advice what to do', async () => {
    await openHome({
      attention: {
        lowDisk: { freeBytes: 400_000_000, wantedBytes: 2_000_000_000 },
        deliveriesHeldSince: null,
        receivers: [
          {
            id: ID,
            name: 'Central station',
            siteId: ID,
            siteName: 'Depot',
            stopped: false,
            waiting: 12,
            waitingSince: '2026-11-21T02:00:00.000Z',
            retryingSince: '2026-11-21T02:00:00.000Z',
            givenUp: 2,
            lastError: 'refused',
            lastStatus: null,
            lastDetail: 'No connection (ECONNREFUSED).',
          },
        ],
        unmatched: 1,
        analysisIdle: true,
        service: [
          { reason: 'detector-broken', count: null },
          { reason: 'overdue', count: 2 },
          { reason: 'released', count: null },
        ],
      },
    })
    const region = await screen.findByRole('region', { name: 'Needs attention' })
    const items = within(region)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(items).toEqual([
      'The disk is full: 400 MB left, 2 GB wanted. Senders are told to wait until there is room.',
      'No analysis process is running: alarms are passed on unverified at their deadline',
      'A detector cannot be used: alarms are judged without it, or passed on unverified.',
      '2 alarms are overdue: their deadline was not kept',
      'Alarms were passed on unverified at their deadline in the last 15 minutes; some may have been analysed since',
      'Central station (Depot): Retrying since 21/11/2026 02:00 GMT, 12 alarms waiting, 2 alarms given upThe receiver refused the connection: nothing listens at its address. Check that it runs, and the port in its URL.Open the receiver',
      '1 message matched no cameraSee clients',
    ])
    expect(within(region).getByRole('link', { name: 'Open the receiver' }).getAttribute('href')).toBe(
      `/cams/clients/u?site=${ID}&tab=receivers`,
    )
  })

  test('include that a restored copy sends no messages; a provider user can release them after a confirmation', async () => {
    const since = '2026-11-21T01:00:00.000Z'
    let held: string | null = since
    const user = buildUser({ roles: ['SUPER_USER'], permissions: ['alarm.read', 'companies.manage'] })
    const api = frameApi(user)
      .on(getHome, () => buildHome({ attention: { ...buildHome().attention, deliveriesHeldSince: held } }))
      .on(releaseDeliveries, () => {
        held = null
        return { success: true as const }
      })
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    const region = await screen.findByRole('region', { name: 'Needs attention' })
    expect(within(region).getByRole('listitem').textContent).toBe(
      'This is a restored copy: nothing has been sent to receivers since 21/11/2026 01:00 GMTSend from here on',
    )
    await pointer.click(screen.getByRole('button', { name: 'Send from here on' }))
    const dialog = await screen.findByRole('dialog', { name: 'Send to receivers from here on?' })
    expect(dialog.textContent).toContain('receivers get everything twice')
    expect(api.callsOf(releaseDeliveries)).toHaveLength(0)
    await pointer.click(within(dialog).getByRole('button', { name: 'Send from here on' }))
    await waitFor(() => expect(screen.queryByText(/This is a restored copy/)).toBeNull())
    expect(api.callsOf(releaseDeliveries)).toHaveLength(1)
  })

  test('include the held messages of a restored copy for other users, without the button', async () => {
    await openHome({ attention: { ...buildHome().attention, deliveriesHeldSince: '2026-11-21T01:00:00.000Z' } })
    expect(await screen.findByText(/This is a restored copy/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send from here on' })).toBeNull()
  })

  test('take no space if there are none', async () => {
    await openHome()
    await figure('Received')
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
  })

  test('contain no links to clients for operators', async () => {
    await openHome({ attention: { ...buildHome().attention, unmatched: 3 } }, buildUser({ roles: ['OPERATOR_USER'] }))
    expect(await screen.findByText('3 messages matched no camera')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'See clients' })).toBeNull()
  })
})

describe('the empty page', () => {
  const nothing = {
    received: 0,
    filtered: 0,
    passed: 0,
    unverified: 0,
    waiting: 0,
    filteredShare: null,
    latency: null,
    byHour: [],
  }

  test('without cameras suggests to create a client', async () => {
    await openHome({ ...nothing, account: { projects: 0, sites: 0, views: 0 } })
    const link = await screen.findByRole('link', { name: 'Create a client' })
    expect(link.getAttribute('href')).toBe('/cams/clients?add=project')
  })

  test('does not suggest to create a client to users who may not create one', async () => {
    await openHome(
      { ...nothing, account: { projects: 0, sites: 0, views: 0 } },
      buildUser({ permissions: ['alarm.read'] }),
    )
    expect(await screen.findByText(/^You see no camera yet\. Ask an administrator/)).toBeDefined()
    expect(screen.queryByText(/Create a client/)).toBeNull()
  })

  test('says after a night without alarms that all is quiet', async () => {
    await openHome(nothing)
    expect(await screen.findByText(/have sent nothing since 20\/11\/2026 02:30 GMT/)).toBeDefined()
  })

  test('announces what the demo is about to send', async () => {
    const api = frameApi().on(getHome, () => buildHome(nothing))
    api.on(getAppConfig, () => buildAppConfig({ demo: true }))
    await renderConsole('/cams/dashboard', { api })
    expect(await screen.findByText(/within a minute/)).toBeDefined()
  })
})

describe('live updates', () => {
  test('change the figures; a storm of alarms causes at most two requests', async () => {
    let received = 1
    const api = frameApi().on(getHome, () => buildHome({ received }))
    await renderConsole('/cams/dashboard', { api })
    await screen.findByText('Live')
    expect(await figure('Received')).toBe('Received1')
    const before = api.callsOf(getHome).length
    received = 301
    act(() => {
      for (let n = 0; n < 300; n += 1) api.emit(created)
    })
    await waitFor(async () => expect(await figure('Received')).toBe('Received301'))
    expect(api.callsOf(getHome).length - before).toBeLessThanOrEqual(2)
  })

  test('show a low disk at once', async () => {
    let lowDisk: ReplyOf<typeof getHome>['attention']['lowDisk'] = null
    const calm = buildHome().attention
    const api = frameApi().on(getHome, () => buildHome({ attention: { ...calm, lowDisk } }))
    await renderConsole('/cams/dashboard', { api })
    await screen.findByText('Live')
    await figure('Received')
    expect(screen.queryByText(/disk/i)).toBeNull()
    lowDisk = { freeBytes: 400_000_000, wantedBytes: 500_000_000 }
    act(() => api.emit({ type: 'disk.changed' }))
    expect(await screen.findByText(/disk/i)).toBeDefined()
  })

  test('reload everything on resync', async () => {
    const { api } = await openHome()
    await screen.findByText('Live')
    await figure('Received')
    const before = api.callsOf(getHome).length
    act(() => api.emit({ type: 'resync' }))
    await waitFor(() => expect(api.callsOf(getHome).length).toBeGreaterThan(before))
  })
})

describe('a failure', () => {
  test('is shown with the request id and a retry · ERRORS-004', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = frameApi().on(getHome, () => failure('INTERNAL', 'boom'))
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    expect(await screen.findByText('The server met an unexpected error')).toBeDefined()
    expect(screen.getByText('Request req-1')).toBeDefined()
    // The error is shown in place, so there is no toast.
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    api.on(getHome, () => buildHome())
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await figure('Received')).toBe('Received1,210')
    log.mockRestore()
  })
})
