import { getCompanyOtp } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { PolicyForm } from './policy-form.tsx'
import css from './two-factor-tab.module.css'

/** The company's two-factor policy for all its users. */
export function CompanyTwoFactorSection() {
  const { t } = useTranslation('twoFactor')
  const company = useOperationQuery(getCompanyOtp, { query: {} })
  return (
    <section className={css['section']} aria-labelledby="company-two-factor">
      <h2 id="company-two-factor" className={css['heading']}>
        {t('company.title')}
      </h2>
      {company.isPending ? (
        <SkeletonRows rows={4} />
      ) : company.data === undefined ? (
        <ErrorState error={company.error} onRetry={() => void company.refetch()} compact />
      ) : (
        <PolicyForm saved={company.data} />
      )}
    </section>
  )
}
