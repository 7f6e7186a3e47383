import { createMemoryHistory, createRouter, type AnyRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTree } from './route-tree.ts'

const router = createRouter({ routeTree: routeTree as AnyRoute, history: createMemoryHistory() })
/** The page that an address leads to, or none. */
const pageOf = (address: string) => router.matchRoutes(address, {}).at(-1)

test.each([
  ['/cams/dashboard', '/cams/dashboard'],
  ['/cams/report', '/cams/report/{-$tab}'],
  ['/cams/report/tampering', '/cams/report/{-$tab}'],
  ['/cams/settings', '/cams/settings/{-$tab}'],
  ['/cams/settings/2fa', '/cams/settings/{-$tab}'],
  ['/cams/clients', '/cams/clients'],
  ['/cams/clients/u', '/cams/clients/u'],
  ['/cams/account', '/cams/account'],
  ['/cams/schedules', '/cams/schedules'],
  ['/cams/alarms', '/cams/alarms/{-$id}'],
  ['/cams/alarms/01900000-0000-7000-8000-000000000001', '/cams/alarms/{-$id}'],
  ['/cams/tampering/event/7', '/cams/tampering/event/$id'],
  ['/cams/audit-log', '/cams/audit-log'],
  ['/cams/forensic', '/cams/forensic'],
])('%s is a page below /cams · ROUTING-007', (address, route) => {
  expect(pageOf(address)).toMatchObject({ routeId: route })
})

test('an address of none of them leads no further than the frame', () => {
  expect(pageOf('/cams/elsewhere')).toMatchObject({ routeId: '/cams' })
})
