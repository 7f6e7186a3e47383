import type { Permission } from '@winnow/contract'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { needsWhiteLabelConsent } from './white-label.ts'

const COMPANY = buildUser().company
const OTHER_COMPANY = '01900000-0000-7000-8000-0000000000ff'
const MAY: Permission[] = ['company.read', 'consent.white-label']

test.each([
  ['the partner’s theme and the permission', 'pelco', MAY, true],
  ['the partner’s theme without the permission', 'pelco', ['company.read'], false],
  ['the default theme with the permission', 'default', MAY, false],
  ['the provider’s theme with the permission', 'provider', MAY, false],
] satisfies [string, (typeof COMPANY)['theme'], Permission[], boolean][])(
  'a user with %s: the partner’s text is required or not · CONSENT-007',
  (_who, theme, permissions, isRequired) => {
    expect(needsWhiteLabelConsent(buildUser({ permissions, company: { ...COMPANY, theme } }))).toBe(isRequired)
  },
)

test('the permission counts only for the user’s own company · CONSENT-007', () => {
  const permissionsByCompany = { [COMPANY.id]: [], [OTHER_COMPANY]: MAY }
  expect(needsWhiteLabelConsent(buildUser({ permissionsByCompany, company: { ...COMPANY, theme: 'pelco' } }))).toBe(
    false,
  )
})

test('a super user who acts for an administrator is not asked', () => {
  const acting = { impersonatedBy: { id: OTHER_COMPANY, name: 'Sue Super' }, permissions: MAY }
  expect(needsWhiteLabelConsent(buildUser({ ...acting, company: { ...COMPANY, theme: 'pelco' } }))).toBe(false)
})
