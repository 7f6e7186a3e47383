import { getUser, listUsers, type User } from '@winnow/contract'
import { buildUser } from '../../../testing/build-user.ts'
import { failure } from '../../../testing/fake-api.ts'
import { frameApi } from '../../../testing/render-console.tsx'

/** The administrator who is logged in. */
export const me = buildUser({ permissions: ['users.manage', 'audit.read', 'alarm.read'] })

export function person(overrides: Partial<User> = {}): User {
  return {
    id: '01900000-0000-7000-8000-0000000000bb',
    companyId: me.companyId,
    companyName: me.companyName,
    name: 'Olly Operator',
    email: 'olly@example.com',
    userType: 'OPERATOR_USER',
    extraRoles: [],
    status: 'active',
    twoFactor: 'off',
    lastLoginAt: '2026-11-20T10:00:00Z',
    createdAt: '2026-11-01T10:00:00Z',
    grantCount: null,
    grants: [],
    invitedUntil: null,
    accessVersion: 'one',
    liveTokens: 0,
    ...overrides,
  }
}

/** A server with these users. */
export const apiWith = (...people: User[]) =>
  frameApi(me)
    .on(listUsers, () => ({ rows: people, count: people.length, countIsExact: true, page: 1, limit: 50 }))
    .on(getUser, ({ params }) => people.find(({ id }) => id === params.id) ?? failure('NOT_FOUND', 'Not found'))
