import { consentQuestionsStore, settleConsent } from '../../lib/consent.ts'
import { useStore } from '../../lib/create-store.ts'
import { useUser } from '../../lib/session/session.ts'
import { ConsentDialog } from './consent-dialog.tsx'
import { needsWhiteLabelConsent } from './white-label.ts'

/**
 * The texts to which the company must agree, on every page. Administrators of companies with the partner's theme are asked for their consent
 * to the partner's text until they agree. Other texts are shown when an action needs them.
 */
export function ConsentDialogs() {
  const code = useStore(consentQuestionsStore, ([first]) => first?.code)
  const needsWhiteLabel = needsWhiteLabelConsent(useUser())
  return (
    <>
      {needsWhiteLabel && <ConsentDialog code="white-label-partner" />}
      {code && (
        <ConsentDialog
          key={code}
          code={code}
          onAgreed={() => settleConsent(code, 'agreed')}
          onCancel={() => settleConsent(code, 'given-up')}
        />
      )}
    </>
  )
}
