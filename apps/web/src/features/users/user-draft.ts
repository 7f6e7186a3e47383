import type { BodyOf, Grant, updateUser, User, UserRow } from '@winnow/contract'
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

/** Users of these types see only what they have grants for. */
export const isRestricted = (userType: UserRow['userType']): boolean => GRANTED_TYPES.has(userType)

/** The grants in the form that the server accepts. Grants for deleted nodes are left out. */
export const grantBodies = (draft: UserDraft) =>
  isRestricted(draft.userType)
    ? draft.grants.filter(({ path }) => path !== null).map(({ kind, id, permission }) => ({ kind, id, permission }))
    : []

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().join() === b.toSorted().join()

const rights = (grants: readonly Grant[]) => grants.map(({ id, permission }) => `${id} ${permission}`)

/**
 * The differences between the draft and the user as loaded when the form was opened, and nothing else. A new name must not restore access
 * that was withdrawn meanwhile. A change of access also carries the earlier access that it replaces.
 */
export function changesOf(draft: UserDraft, loaded: User): BodyOf<typeof updateUser> {
  const name = draft.name.trim()
  const access = {
    ...(draft.userType === loaded.userType ? {} : { userType: draft.userType }),
    ...(isSameSet(draft.extraRoles, loaded.extraRoles) ? {} : { extraRoles: draft.extraRoles }),
    ...(isSameSet(rights(draft.grants), rights(loaded.grants)) ? {} : { grants: grantBodies(draft) }),
  }
  return {
    ...(name === loaded.name ? {} : { name }),
    ...access,
    ...(Object.keys(access).length === 0 ? {} : { accessVersion: loaded.accessVersion }),
  }
}

/** Merges the draft with the current user. Changed fields keep the draft's value; all others take the current one. */
export function rebase(draft: UserDraft, loaded: UserDraft, now: UserDraft): UserDraft {
  const before = new Map(loaded.grants.map((grant) => [grant.id, grant]))
  const chosen = new Map(draft.grants.map((grant) => [grant.id, grant]))
  const touched = (id: string): boolean => before.get(id)?.permission !== chosen.get(id)?.permission
  const kept = now.grants.flatMap((grant) => (touched(grant.id) ? (chosen.get(grant.id) ?? []) : grant))
  const there = new Set(now.grants.map(({ id }) => id))
  const added = draft.grants.filter(({ id }) => touched(id) && !there.has(id))
  return {
    name: draft.name.trim() === loaded.name ? now.name : draft.name,
    email: now.email,
    userType: draft.userType === loaded.userType ? now.userType : draft.userType,
    extraRoles: isSameSet(draft.extraRoles, loaded.extraRoles) ? now.extraRoles : draft.extraRoles,
    grants: [...kept, ...added],
  }
}
