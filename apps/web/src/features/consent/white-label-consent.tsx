import { useUser } from '../../lib/session/session.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { needsWhiteLabelConsent } from './white-label.ts'

/** Asks administrators of companies with the partner's theme to agree to the partner's text, on every page until they do. */
export function WhiteLabelConsent() {
  return needsWhiteLabelConsent(useUser()) ? <ConsentDialog code="white-label-partner" /> : null
}
