import type { CurrentUser, UserType } from '@winnow/contract'
import { createMemoryHistory, createRouter, type AnyRoute } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { may } from '../../lib/permissions/permissions.ts'
import { routeTree } from '../../routes/route-tree.ts'
import { buildUser } from '../../testing/build-user.ts'
import { menuItems, menuOf as menuAmong } from './menu.ts'

const router = createRouter({ routeTree: routeTree as AnyRoute, history: createMemoryHistory() })
const menuOf = (user: CurrentUser, area?: 'super') => menuAmong(menuItems(router.routesById), user, area)
const mayInvestigate = (user: CurrentUser) => may(user, 'forensic.investigate')
const menuFor = (role: UserType) => menuOf(buildUser({ roles: [role] })).map((item) => item.id)
const investigator = (role: UserType, isForensicUnlocked: boolean) => {
  const user = buildUser({ roles: [role] })
  return { ...user, company: { ...user.company, unlocks: { ...user.company.unlocks, isForensicUnlocked } } }
}

describe('the menu depends on the rights · LAYOUT-001', () => {
  test('an administrator has every entry for the own company', () => {
    expect(menuFor('ADMIN_USER')).toEqual([
      'home',
      'clients',
      'schedules',
      'alarms',
      'help',
      'settings',
      'manageUsers',
      'auditLog',
    ])
  })

  test('a super user also has the companies', () => {
    const user = buildUser({ roles: ['SUPER_USER'], permissions: ['companies.manage'] })
    expect(menuOf(user).map((item) => item.id)).toContain('companies')
    expect(menuFor('ADMIN_USER')).not.toContain('companies')
  })

  test.each<UserType>(['OPERATOR_USER', 'SHARED_SITE_USER'])(
    '%s has no clients and no schedules · PERMISSIONS-006 PERMISSIONS-007',
    (role) => {
      expect(menuFor(role)).not.toContain('clients')
      expect(menuFor(role)).not.toContain('schedules')
    },
  )

  test.each<UserType>(['MEMBER_USER', 'OPERATOR_USER', 'EXTERNAL_USER', 'SHARED_SITE_USER'])(
    '%s cannot manage users · PERMISSIONS-009',
    (role) => {
      expect(menuFor(role)).not.toContain('manageUsers')
    },
  )

  test('a shared-site user has no help · PERMISSIONS-013', () => {
    const user = buildUser({ roles: ['SHARED_SITE_USER'], permissions: ['alarm.read'] })
    expect(menuOf(user).map((item) => item.id)).toEqual(['home', 'alarms', 'settings'])
  })

  test('investigate requires the company’s unlock · PERMISSIONS-014', () => {
    expect(mayInvestigate(investigator('ADMIN_USER', true))).toBe(true)
    expect(mayInvestigate(investigator('ADMIN_USER', false))).toBe(false)
    expect(mayInvestigate(buildUser())).toBe(false)
  })

  test.each<UserType>(['OPERATOR_USER', 'SHARED_SITE_USER'])(
    'investigate is refused to %s · PERMISSIONS-015',
    (role) => {
      expect(mayInvestigate(investigator(role, true))).toBe(false)
    },
  )

  test('a supervisor has a menu without clients, schedules, users and help · PERMISSIONS-006 PERMISSIONS-007 PERMISSIONS-013 PERMISSIONS-015 PERMISSIONS-023', () => {
    const supervisor = buildUser({ roles: ['MEMBER_USER', 'SUPERVISOR'], permissions: ['report.read', 'alarm.review'] })
    expect(menuOf(supervisor).map((item) => item.to)).toEqual(['/super/alarms', '/super/result', '/super/settings'])
    expect(mayInvestigate(supervisor)).toBe(false)
  })

  test('managing users is hidden in the supervisor area, also for an administrator · PERMISSIONS-010', () => {
    const admin = buildUser({ roles: ['ADMIN_USER', 'SUPERVISOR'] })
    expect(menuOf(admin).map((item) => item.id)).toContain('manageUsers')
    expect(menuOf(admin, 'super').map((item) => item.id)).not.toContain('manageUsers')
  })

  test('a token maker has only the settings', () => {
    const maker = buildUser({ roles: ['CREATE_TOKEN_USER'], permissions: ['token.create'] })
    expect(menuOf(maker).map((item) => item.id)).toEqual(['help', 'settings'])
  })

  test('a suspended company has only the settings · SUSPENSION-001', () => {
    const user = buildUser({ companySuspended: true, permissions: ['billing.read'] })
    expect(menuOf(user).map((item) => item.id)).toEqual(['settings'])
  })
})
