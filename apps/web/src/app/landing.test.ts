import { describe, expect, test } from 'vitest'
import { buildUser } from '../testing/build-user.ts'
import { landingOf, safeRedirect } from './landing.ts'

describe('the landing page', () => {
  test.each([
    [
      'a user of the special company in their own area, before anything else · LANDING-007',
      { isSpecialCompany: true, accountType: 'partner', roles: ['SUPER_USER' as const], companySuspended: true },
      '/super/settings',
    ],
    [
      'a supervisor with their sample, in whichever company they are',
      { roles: ['MEMBER_USER' as const, 'SUPERVISOR' as const], permissions: ['alarm.review' as const] },
      '/super/alarms',
    ],
    ['a token maker', { roles: ['CREATE_TOKEN_USER' as const] }, '/cams/settings/integrations'],
    [
      'a super user, also of a suspended company · LANDING-003 LANDING-007',
      { roles: ['SUPER_USER' as const], companySuspended: true },
      '/provider/companies',
    ],
    [
      'a suspended company, before a shared-site user · LANDING-004 LANDING-007',
      { companySuspended: true, roles: ['SHARED_SITE_USER' as const] },
      '/cams/settings/invoices',
    ],
    ['a shared-site user · LANDING-005', { roles: ['SHARED_SITE_USER' as const] }, '/cams/alarms'],
    ['an administrator · LANDING-006', {}, '/cams/dashboard'],
    ['an operator · LANDING-006', { roles: ['OPERATOR_USER' as const] }, '/cams/dashboard'],
  ])('%s', (_who, user, path) => {
    expect(landingOf(buildUser(user))).toBe(path)
  })
})

describe('the redirect parameter, which must stay on this origin,', () => {
  const origin = 'https://console.example'
  test.each(['/cams/alarms?verdict=passed#x', '/', '/cams/clients/u?cam=1'])('%s is accepted', (path) => {
    expect(safeRedirect(path, origin)).toBe(path)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'cams',
    '',
    '/..//evil.example',
    '/%2e%2e//evil.example',
  ])('%j is refused', (path) => {
    expect(safeRedirect(path, origin)).toBeUndefined()
  })

  test('a missing parameter is ignored', () => {
    expect(safeRedirect(undefined, origin)).toBeUndefined()
  })
})
