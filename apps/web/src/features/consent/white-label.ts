import type { CurrentUser } from '@winnow/contract'
import { may } from '../../lib/permissions/permissions.ts'
import { brandOf } from '../../theme/brands.ts'

/**
 * Whether the user has to agree to the partner's text before they use the console: only with the partner's theme, and only users with the
 * permission to agree for their company. A super user who acts for such a user cannot agree in that user's name.
 */
export const needsWhiteLabelConsent = (user: CurrentUser): boolean =>
  brandOf(user.company.theme) === 'pelco' && may(user, 'consent.white-label') && user.impersonatedBy === null
