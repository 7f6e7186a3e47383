import type { AuditEntry } from '@winnow/contract'
import { IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { SubjectLink } from './subject-link.tsx'
import { useAuditWords } from './use-audit-words.ts'
import { useWho } from './use-who.ts'

/** Entries, one line each. */
export function AuditTable({ rows, onOpen }: { rows: readonly AuditEntry[]; onOpen: (entry: AuditEntry) => void }) {
  const { t } = useTranslation('audit')
  const who = useWho()
  const { actionWords } = useAuditWords()
  const done = ({ action, looks }: AuditEntry) =>
    looks === 1 ? actionWords(action) : t('looks.folded', { action: actionWords(action), count: looks })
  return (
    <DataTable
      label={t('list')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'time', header: t('time'), render: (row) => <TimeText at={row.time} /> },
        { key: 'who', header: t('who'), wrap: true, render: who },
        { key: 'action', header: t('action'), render: (row) => done(row) },
        {
          key: 'what',
          header: t('what'),
          wrap: true,
          render: (row) => <SubjectLink entry={row} />,
        },
        { key: 'address', header: t('address'), render: (row) => row.address ?? '–' },
        {
          key: 'details',
          header: <span className="wn-visually-hidden">{t('details')}</span>,
          align: 'right',
          render: (row) => (
            <IconButton label={t('show', { action: actionWords(row.action) })} onClick={() => onOpen(row)}>
              <IconListDetails size={16} />
            </IconButton>
          ),
        },
      ]}
    />
  )
}
