import { type CurrentUser, PERMISSIONS, type UserType } from '@winnow/contract'
import { expect, test } from 'vitest'
import { buildUser, NO_UNLOCKS } from '../../testing/build-user.ts'
import { type Ability, DERIVED_ABILITIES, may } from './permissions.ts'

const UNLOCKED = { ...buildUser().company, unlocks: { ...NO_UNLOCKS, isForensicUnlocked: true } }
/** A user of this type with every permission, so that only the type decides. */
const entitled = (roles: CurrentUser['roles'], overrides: Partial<CurrentUser> = {}) =>
  buildUser({ roles, permissions: [...PERMISSIONS], company: UNLOCKED, ...overrides })
const abilitiesOf = (user: CurrentUser) => DERIVED_ABILITIES.filter((ability) => may(user, ability))

const WATCHING: Ability[] = ['console.use', 'password.change', 'tokens.open', 'super.leave', 'provider.enter']
const WORKING: Ability[] = [...WATCHING, 'clients.see', 'forensic.investigate', 'help.read', 'schedules.see']
const ADMINISTERING: Ability[] = [...WORKING, 'users.open', 'notes.delete-any', 'company.configure']

test.each<[UserType, Ability[]]>([
  ['SUPER_USER', [...ADMINISTERING, 'users.give-any-role']],
  ['ADMIN_USER', ADMINISTERING],
  ['MEMBER_USER', WORKING],
  ['EXTERNAL_USER', WORKING],
  ['OPERATOR_USER', [...WATCHING, 'help.read']],
  ['SHARED_SITE_USER', WATCHING],
])('a user of type %s has the abilities of that type', (type, abilities) => {
  expect(abilitiesOf(entitled([type])).toSorted()).toEqual(abilities.toSorted())
})

test('a supervisor cannot leave the area of supervisors, unless they are also an administrator', () => {
  const supervising: Ability[] = ['console.use', 'password.change', 'tokens.open', 'super.enter', 'provider.enter']
  expect(abilitiesOf(entitled(['MEMBER_USER', 'SUPERVISOR'])).toSorted()).toEqual(supervising.toSorted())
  expect(may(entitled(['ADMIN_USER', 'SUPERVISOR']), 'super.leave')).toBe(true)
})

test('a user without permissions has only unrestricted abilities', () => {
  const none = (overrides: Partial<CurrentUser> = {}) => buildUser({ permissions: [], company: UNLOCKED, ...overrides })
  expect(abilitiesOf(none({ roles: ['MEMBER_USER'] })).toSorted()).toEqual(
    ['console.use', 'help.read', 'password.change', 'super.leave'].toSorted(),
  )
  expect(may(none({ roles: ['AUDITOR'] }), 'provider.enter')).toBe(true)
  expect(may(none({ accountType: 'partner' }), 'provider.enter')).toBe(true)
})

test('investigating requires the company’s unlock too', () => {
  expect(may(buildUser(), 'forensic.investigate')).toBe(false)
})

test('the suspension of the company closes the console to everyone except super users', () => {
  expect(may(entitled(['ADMIN_USER'], { companySuspended: true }), 'console.use')).toBe(false)
  expect(may(entitled(['SUPER_USER'], { companySuspended: true }), 'console.use')).toBe(true)
})

test('a user without a password cannot change it', () => {
  expect(may(buildUser({ hasPassword: false }), 'password.change')).toBe(false)
})

test('a permission is an ability under its own name, and applies only in the own company', () => {
  const user = buildUser({ permissions: ['alarm.read'] })
  expect(may(user, 'alarm.read')).toBe(true)
  expect(may(user, 'alarm.label')).toBe(false)
  expect(may({ ...user, companyId: '01900000-0000-7000-8000-0000000000ff' }, 'alarm.read')).toBe(false)
})

test('no derived ability has the name of a permission', () => {
  expect(DERIVED_ABILITIES.filter((ability) => PERMISSIONS.some((permission) => permission === ability))).toEqual([])
})
