import { getHome, releaseDeliveries } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { figure, openHome } from './testing/open-home.tsx'

const ID = '01900000-0000-7000-8000-000000000005'
const blindRule = (n: number, name: string) => ({ id: `${ID.slice(0, -1)}${n}`, name, viewId: ID, viewName: 'Yard' })

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
            silentSince: '2026-11-21T01:59:00.000Z',
            unmapped: 3,
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
        blindRules: [
          { ...blindRule(1, 'Helmets'), obstacle: 'detector', needs: 'ppe' },
          { ...blindRule(2, 'Nights'), obstacle: 'schedule-deleted', needs: null },
          { ...blindRule(3, 'Banned vans'), obstacle: 'list-deleted', needs: null },
        ],
        missingHolidays: [{ kind: 'site', id: ID, name: 'Depot', regionId: 'DE-BY', years: [2027, 2028] }],
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
      'Central station (Depot): no answer to link tests since 21/11/2026 01:59 GMT, Retrying since 21/11/2026 02:00 GMT, 12 alarms waiting, 2 alarms given up, 3 cameras without a line in its tableThe receiver refused the connection: nothing listens at its address. Check that it runs, and the port in its URL.Open the receiver',
      'The rule Helmets of Yard is on, and no detector in use sees protective equipmentOpen the rules',
      'The rule Nights of Yard is on, and its schedule was deletedOpen the rules',
      'The rule Banned vans of Yard is on, and its list of plates was deletedOpen the rules',
      'No holidays of DE-BY are known for 2027, 2028: in doubt, cameras count all day then by the schedule of DepotOpen the schedule',
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

  test('begin with the synthetic alarm that did not arrive, whatever else is wrong', async () => {
    const service = [
      { reason: 'overdue' as const, count: 3 },
      { reason: 'alarm-missing' as const, count: null },
    ]
    await openHome({ attention: { ...buildHome().attention, unmatched: 2, service } })
    const region = await screen.findByRole('region', { name: 'Needs attention' })
    const items = within(region).getAllByRole('listitem')
    expect(items[0]?.textContent).toContain('The synthetic alarm did not arrive')
    expect(items.filter((item) => item.textContent.includes('synthetic'))).toHaveLength(1)
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
