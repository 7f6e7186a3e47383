import { type AuditEntry, listCompanyAudit } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { SubjectLink } from './subject-link.tsx'

/** More than anybody reads; the export has all of them. */
const MOST = 100

/** The alarms that one user viewed, at one camera within an hour. */
export function FoldedLooks({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const looks = useOperationQuery(listCompanyAudit, {
    params: { id: entry.companyId },
    query: { fold: entry.id, limit: MOST },
  })
  if (looks.isPending) return <SkeletonRows rows={Math.min(entry.looks, 8)} />
  if (looks.isError) return <ErrorState compact error={looks.error} onRetry={() => void looks.refetch()} />
  return (
    <>
      <DataTable
        label={t('looks.list')}
        rows={looks.data.rows}
        rowKey={(look) => look.id}
        columns={[
          { key: 'time', header: t('time'), render: (look) => <TimeText at={look.time} /> },
          { key: 'what', header: t('what'), wrap: true, render: (look) => <SubjectLink entry={look} /> },
        ]}
      />
      {looks.data.count > MOST && <p>{t('looks.more', { count: looks.data.count - MOST })}</p>}
    </>
  )
}
