import { type Consent, type ConsentCode, getConsent, giveConsent, LANGUAGES } from '@winnow/contract'
import { useIsMutating } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { operationKey, useOperationQuery } from '../../lib/query/use-operation.ts'
import { useUser } from '../../lib/session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ConsentForm } from './consent-form.tsx'

/** The console's language, unless it is one that texts cannot have, as the pseudo-language. */
const languageFor = (wanted: string): Consent['language'] => LANGUAGES.find((language) => language === wanted) ?? 'en'

interface ConsentDialogProps {
  code: ConsentCode
  /** Called when the company has agreed: this user did, or somebody had before, and then the dialog does not open. */
  onAgreed?: () => void
  /** Closes the dialog. Without it the user has to agree, or log out. */
  onCancel?: () => void
}

/** Shows a text to which the company must agree. */
export function ConsentDialog({ code, onAgreed, onCancel }: ConsentDialogProps) {
  const { t, i18n } = useTranslation(['consent', 'common', 'shell'])
  const { companyId } = useUser()
  const navigate = useNavigate()
  const found = useOperationQuery(
    getConsent,
    { params: { id: companyId, consentCode: code }, query: { language: languageFor(i18n.language) } },
    { staleTime: 0, quiet: true, keepPrevious: true },
  )
  const isGiving = useIsMutating({ mutationKey: operationKey(giveConsent) }) > 0
  const isAgreed = found.data?.isAgreed === true
  const tellAgreed = useEffectEvent(() => onAgreed?.())
  useEffect(() => {
    // What was loaded earlier may be outdated: a new version needs a new consent.
    if (isAgreed && !found.isFetching) tellAgreed()
  }, [isAgreed, found.isFetching])
  if (isAgreed || found.isPending || (found.data === undefined && !onCancel)) return null
  const instead = onCancel
    ? { label: t('common:cancel'), run: onCancel }
    : { label: t('shell:menu.logout'), run: () => void navigate({ to: '/logout' }) }
  return (
    <Dialog
      opened
      onClose={onCancel ?? (() => undefined)}
      title={t(`title.${code}`)}
      size="lg"
      locked={!onCancel || isGiving}
    >
      {found.data ? (
        <ConsentForm consent={found.data} isLoading={found.isFetching} instead={instead} />
      ) : (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Dialog>
  )
}
