/** A fingerprint of what someone's permissions and grants follow from. Whoever holds a stream open compares it with what the database says now. */
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
