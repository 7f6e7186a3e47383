import type { AuditEntry } from '@winnow/contract'
import { IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { SubjectLink } from './subject-link.tsx'
import { useAuditWords } from './use-audit-words.ts'
import { useWho } from './use-who.ts'

/** The columns of the log. The button at the end of a row opens the entry. */
export function useAuditColumns(onOpen: (entry: AuditEntry) => void): ListColumn<AuditEntry>[] {
  const { t } = useTranslation('audit')
  const who = useWho()
  const { actionWords } = useAuditWords()
  const done = ({ action, looks }: AuditEntry) =>
    looks === 1 ? actionWords(action) : t('looks.folded', { action: actionWords(action), count: looks })
  return [
    { key: 'time', name: t('time'), fixed: true, render: (row) => <TimeText at={row.time} /> },
    { key: 'who', name: t('who'), wrap: true, render: who },
    { key: 'action', name: t('action'), render: done },
    { key: 'what', name: t('what'), wrap: true, render: (row) => <SubjectLink entry={row} /> },
    { key: 'address', name: t('address'), render: (row) => row.address ?? '–' },
    {
      key: 'details',
      name: t('details'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (row) => (
        <IconButton label={t('show', { action: actionWords(row.action) })} onClick={() => onOpen(row)}>
          <IconListDetails size={16} />
        </IconButton>
      ),
    },
  ]
}
