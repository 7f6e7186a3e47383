import { listReviewed } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoCompany } from './no-company.tsx'
import { RoundResult } from './round-result.tsx'
import css from './supervisor.module.css'

/** What all supervisors' labels say so far, for each company. */
export function ResultPage() {
  const { t } = useTranslation('supervisor')
  const query = useOperationQuery(listReviewed, {}, { quiet: true })
  const rows = query.data?.rows
  return (
    <PageLayout title={t('result.title')} variant="wide">
      {query.isPending && <SkeletonRows rows={6} />}
      {query.isError && !rows && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && <NoCompany />}
      {rows && rows.length > 0 && <p className={css['how']}>{t('result.how')}</p>}
      {rows?.map(({ companyId, companyName, round }) => (
        <section key={companyId} className={css['card']} aria-label={companyName}>
          <h2 className={css['heading']}>{companyName}</h2>
          {round ? (
            <RoundResult round={round} />
          ) : (
            <div className={css['none']}>
              <p className={css['muted']}>{t('result.noRound')}</p>
              <LinkButton to="/super/alarms/{-$id}" params={{ id: undefined }}>
                {t('result.toSample')}
              </LinkButton>
            </div>
          )}
        </section>
      ))}
    </PageLayout>
  )
}
