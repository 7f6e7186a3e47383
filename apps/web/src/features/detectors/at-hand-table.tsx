import type { DetectorsOverview } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table.tsx'
import { DetectorActions } from './detector-actions.tsx'
import { useDetectorColumns } from './detector-cells.tsx'
import { Part } from './part.tsx'

/** Detectors that are available but not in use; renders nothing if there are none. */
export function AtHandTable({ overview, busy }: { overview: DetectorsOverview; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const { name, sees, size, licence, look, added } = useDetectorColumns()
  const rows = overview.detectors.filter(({ inUse }) => !inUse)
  if (rows.length === 0) return null
  return (
    <Part title={t('atHand')} hint={t('atHandHint')}>
      <DataTable
        label={t('atHandList')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          name,
          sees,
          size,
          licence,
          added,
          look,
          {
            key: 'actions',
            header: <span className="wn-visually-hidden">{t('actions')}</span>,
            align: 'right',
            render: (row) => <DetectorActions detector={row} busy={busy} />,
          },
        ]}
      />
    </Part>
  )
}
