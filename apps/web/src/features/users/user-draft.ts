import type { Grant, User, UserRow } from '@winnow/contract'
import { GRANTED_TYPES } from '@winnow/domain'

export interface UserDraft {
  name: string
  email: string
  userType: UserRow['userType']
  extraRoles: UserRow['extraRoles']
  grants: Grant[]
}

export const NEW_USER: UserDraft = { name: '', email: '', userType: 'OPERATOR_USER', extraRoles: [], grants: [] }

export const draftOf = ({ name, email, userType, extraRoles, grants }: User): UserDraft => ({
  name,
  email,
  userType,
  extraRoles,
  grants,
})

/** Users of these types see what they were granted, and nothing without. */
export const isRestricted = (userType: UserRow['userType']): boolean => GRANTED_TYPES.has(userType)

/** Grants as the server takes them: those of deleted nodes are left behind. */
export const grantBodies = (draft: UserDraft) =>
  isRestricted(draft.userType)
    ? draft.grants.filter(({ path }) => path !== null).map(({ kind, id, permission }) => ({ kind, id, permission }))
    : []
