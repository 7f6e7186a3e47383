import type { DetectorsOverview } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { DetectorActions } from './detector-actions.tsx'
import { useDetectorColumns } from './detector-cells.tsx'
import { DetectorList } from './detector-list.tsx'
import { Part } from './part.tsx'

/** Detectors that are available but not in use; renders nothing if there are none. */
export function AtHandTable({ overview, busy }: { overview: DetectorsOverview; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const { name, sees, size, licence, look, added } = useDetectorColumns()
  const rows = overview.detectors.filter(({ inUse }) => !inUse)
  if (rows.length === 0) return null
  return (
    <Part title={t('atHand')} hint={t('atHandHint')}>
      <DetectorList
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
            name: t('actions'),
            hideName: true,
            fixed: true,
            align: 'right',
            render: (row) => <DetectorActions detector={row} busy={busy} />,
          },
        ]}
      />
    </Part>
  )
}
