import { AUDIT_SORTS, type AuditEntry, listCompanyAudit } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { type ListAddress, listControl } from '../../ui/list-screen/list-address.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { ListScreen } from '../../ui/list-screen/list-screen.tsx'
import { sortIn } from '../../ui/list-screen/sort-rows.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { SubjectLink } from './subject-link.tsx'

const LIMIT = 20

/** The alarms of one camera that one user viewed within an hour, grouped in one entry. */
export function FoldedLooks({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const [address, setAddress] = useState<ListAddress>({})
  const list = listControl(address, setAddress)
  const looks = useOperationQuery(
    listCompanyAudit,
    {
      params: { id: entry.companyId },
      query: { fold: entry.id, sort: sortIn(AUDIT_SORTS, address.sort), page: list.page, limit: LIMIT },
    },
    { keepPrevious: true, quiet: true },
  )
  const columns: ListColumn<AuditEntry>[] = [
    { key: 'time', name: t('time'), render: (look) => <TimeText at={look.time} /> },
    { key: 'what', name: t('what'), wrap: true, render: (look) => <SubjectLink entry={look} /> },
  ]
  return (
    <ListScreen
      label={t('looks.list')}
      query={looks}
      list={list}
      columns={columns}
      rowKey={(look) => look.id}
      limit={LIMIT}
      sorts={{ columns: AUDIT_SORTS, usual: '-time' }}
      empty={{ title: t('empty.title') }}
      compact
    />
  )
}
