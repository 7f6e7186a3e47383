import type { DetailedSite } from '@winnow/contract'
import { isSameZone } from '@winnow/domain'

/**
 * Returns the time zone that is suggested to a user who looks at a site: the site's own, or else the company's default for sites. Returns
 * null if it is the user's zone already.
 */
export function suggestedZone(
  site: Pick<DetailedSite, 'ownTimezone'>,
  companyDefault: string,
  userZone: string,
): string | null {
  const zone = site.ownTimezone ?? companyDefault
  return isSameZone(zone, userZone) ? null : zone
}
