/** Whether this runtime knows a time zone by this name, such as `Europe/Berlin`. */
export function isKnownZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Whether two names mean one time zone: some have an older name, such as `Asia/Calcutta` for `Asia/Kolkata`. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || mainName(one) === mainName(other)
}

/** Returns the name that this runtime uses for a zone, and the name itself if the zone is unknown. */
function mainName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
