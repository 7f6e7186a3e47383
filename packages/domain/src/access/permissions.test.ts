// Permissions that few or no operations need yet, so the test of all operations hardly covers them. The marks are copied by hand from the
// product's matrix of rights.
import { describe, expect, it } from 'vitest'
import { type Account, permissionsOf } from './permissions.ts'

const account = (userType: Account['userType'], more: Partial<Account> = {}): Account => ({
  userType,
  extraRoles: [],
  accountType: 'standard',
  suspended: false,
  ...more,
})

/** The accounts of the columns below, in the same order. */
const WHO: readonly [string, Account][] = [
  ['super user', account('SUPER_USER')],
  ['administrator', account('ADMIN_USER')],
  ['member', account('MEMBER_USER')],
  ['member, read only', account('MEMBER_USER_READONLY')],
  ['external user', account('EXTERNAL_USER')],
  ['external user, read only', account('EXTERNAL_USER_READONLY')],
  ['external user, schedules', account('EXTERNAL_USER_SCHEDULE_ONLY')],
  ['external user, masks', account('EXTERNAL_USER_MASK_ONLY')],
  ['external user, masks and schedules', account('EXTERNAL_USER_MASK_AND_SCHEDULE')],
  ['operator', account('OPERATOR_USER')],
  ['shared-site user', account('SHARED_SITE_USER')],
  ['program', account('PROGRAMMATIC_USER')],
  ['token maker', account('CREATE_TOKEN_USER')],
  ['supervisor', account('MEMBER_USER', { extraRoles: ['SUPERVISOR'] })],
  ['auditor', account('EXTERNAL_USER_READONLY', { extraRoles: ['AUDITOR'] })],
  ['partner', account('MEMBER_USER', { accountType: 'partner' })],
]

// oxfmt-ignore
const MARKS = {
  //                     su ad me mr   ex er es em eb   op sh pr tm   sv au pa
  'schedule.write':      '+  +  +  -    +  -  +  -  +    -  -  +  -    -  -  +',
  'rule.write':          '+  +  +  -    +  -  -  -  -    -  -  +  -    -  -  +',
  'detect.toggle':       '+  +  +  -    +  -  -  -  -    -  -  +  -    -  -  +',
  'tampering.write':     '+  +  +  -    +  -  -  -  -    -  -  +  -    -  -  +',
  'report.read':         '+  +  +  +    +  +  +  +  +    +  -  +  -    +  +  +',
  'report.schedule':     '+  +  +  -    +  -  -  -  -    -  -  +  -    -  -  +',
  'forensic.open':       '+  +  +  +    +  +  +  +  +    -  -  +  -    -  +  +',
  'billing.read':        '+  +  -  -    -  -  -  -  -    -  -  -  -    -  +  +',
  'billing.manage':      '-  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  'consent.white-label': '+  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
} as const

describe('permissions that few or no operations need yet · PERMISSIONS-004', () => {
  it.each(Object.entries(MARKS))('%s belongs to the accounts that the matrix marks', (permission, marks) => {
    const held = WHO.map(([name, who]) => {
      const all: ReadonlySet<string> = permissionsOf(who)
      return [name, all.has(permission) ? '+' : '-']
    })
    const expected = marks.split(/\s+/)
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(WHO.map(([name], at) => [name, expected[at]])))
  })
})
