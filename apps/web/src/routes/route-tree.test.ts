import { createMemoryHistory, createRouter, type AnyRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { menuItems, menuOf } from '../app/shell/menu.ts'
import { buildUser } from '../testing/build-user.ts'
import { routeTree } from './route-tree.ts'

const router = createRouter({ routeTree: routeTree as AnyRoute, history: createMemoryHistory() })
/** The last matching route of an address; undefined if there is none. */
const pageOf = (address: string) => router.matchRoutes(address, {}).at(-1)

test.each([
  ['/cams/dashboard', '/cams/dashboard'],
  ['/cams/settings', '/cams/settings/{-$tab}'],
  ['/cams/settings/2fa', '/cams/settings/{-$tab}'],
  ['/cams/clients', '/cams/clients'],
  ['/cams/clients/u', '/cams/clients/u'],
  ['/cams/account', '/cams/account'],
  ['/cams/alarms', '/cams/alarms/{-$id}'],
  ['/cams/alarms/01900000-0000-7000-8000-000000000001', '/cams/alarms/{-$id}'],
  ['/cams/audit-log', '/cams/audit-log'],
  ['/cams/forensic', '/cams/forensic'],
])('%s is a page below /cams · ROUTING-007', (address, route) => {
  expect(pageOf(address)).toMatchObject({ routeId: route })
})

test('an unknown address leads to the frame only', () => {
  expect(pageOf('/cams/elsewhere')).toMatchObject({ routeId: '/cams' })
})

test('every menu entry leads to an existing page · LAYOUT-001', () => {
  const admin = buildUser()
  const permissions = [...(admin.permissionsByCompany[admin.companyId] ?? []), 'companies.manage' as const]
  const everyone = buildUser({ roles: ['SUPER_USER'], permissions })
  const { company } = everyone
  const forensic = { ...everyone, company: { ...company, unlocks: { ...company.unlocks, isForensicUnlocked: true } } }
  const users = [forensic, buildUser({ roles: ['MEMBER_USER', 'SUPERVISOR'] })]
  const addresses = users.flatMap((user) => menuOf(menuItems(router.routesById), user).flatMap(({ to }) => to ?? []))
  expect(addresses.length).toBeGreaterThan(8)
  for (const address of addresses) expect(String(pageOf(address)?.fullPath).startsWith(address), address).toBe(true)
})
