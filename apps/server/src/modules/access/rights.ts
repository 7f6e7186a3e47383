/**
 * A fingerprint of everything that a user's permissions and grants depend on. The holder of an open stream compares it with the current
 * state of the database.
 */
export function rightsOf(row: {
  user_type: string
  extra_roles: readonly string[]
  account_type: string
  suspended: boolean
  grants_version: string
}): string {
  return JSON.stringify([
    row.user_type,
    row.extra_roles.toSorted(),
    row.account_type,
    row.suspended,
    row.grants_version,
  ])
}
