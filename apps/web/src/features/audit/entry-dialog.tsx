import type { AuditEntry } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { type Change, changesOf } from './changes.ts'
import { FoldedLooks } from './folded-looks.tsx'
import { SubjectLink } from './subject-link.tsx'
import { useAuditWords } from './use-audit-words.ts'
import { useWho } from './use-who.ts'
import css from './audit.module.css'

/** One entry with its changes, field by field. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry | undefined; onClose: () => void }) {
  const { actionWords } = useAuditWords()
  return (
    <Dialog opened={entry !== undefined} onClose={onClose} title={entry && actionWords(entry.action)} size="lg">
      {entry && <Entry entry={entry} />}
    </Dialog>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const who = useWho()
  const { objectWords } = useAuditWords()
  const changes = changesOf(entry.before, entry.after)
  const value = (side: 'before' | 'after') => (change: Change) => <span className={css['value']}>{change[side]}</span>
  return (
    <div className={css['details']}>
      <dl className={css['facts']}>
        <dt>{t('time')}</dt>
        <dd>
          <TimeText at={entry.time} />
        </dd>
        <dt>{t('who')}</dt>
        <dd>{who(entry)}</dd>
        <dt>{t('what')}</dt>
        <dd>
          {objectWords(entry.objectType)}: <SubjectLink entry={entry} />
        </dd>
        {entry.places.length > 0 && (
          <>
            <dt>{t('place')}</dt>
            <dd>{entry.places.map(({ name }) => name).join(' / ')}</dd>
          </>
        )}
        <dt>{t('address')}</dt>
        <dd>{entry.address ?? '–'}</dd>
      </dl>
      {entry.looks > 1 ? (
        <FoldedLooks entry={entry} />
      ) : changes.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <DataTable
          label={t('details')}
          rows={changes}
          rowKey={(change) => change.field}
          columns={[
            { key: 'field', header: t('field'), render: (change) => change.field },
            { key: 'before', header: t('before'), wrap: true, render: value('before') },
            { key: 'after', header: t('after'), wrap: true, render: value('after') },
          ]}
        />
      )}
    </div>
  )
}
