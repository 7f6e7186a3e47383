import { trySso } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { leavePage } from '../../lib/leave-page.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Redirects to the directory as a login does. The page that the directory redirects back to shows the result. */
export function TryButton({ companyId, domain }: { companyId: string; domain: string }) {
  const { t } = useTranslation('sso')
  const start = useOperation(trySso, { inlineErrors: true, onSuccess: ({ url }) => leavePage(url) })
  return (
    <>
      <Button
        look="subtle"
        aria-label={t('settings.tryItFor', { domain })}
        loading={start.isPending}
        onClick={() => start.mutate({ params: { id: companyId }, body: { domain } })}
      >
        {t('settings.tryIt')}
      </Button>
      <FormError error={start.error} />
    </>
  )
}
