import * as Instant from 'temporal-polyfill/fns/Instant'

/** Whether a time zone of this name, such as `Europe/Berlin`, is known. Bare offsets and names outside the IANA list, such as `BST`, are not. */
export function isKnownZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(0), zone)
    return true
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
