import type { Detector, DetectorsOverview } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { DetectorActions } from './detector-actions.tsx'
import { NameCell, useDetectorColumns } from './detector-cells.tsx'
import { DetectorList } from './detector-list.tsx'
import css from './detectors.module.css'
import { Part } from './part.tsx'

/** A row of the table. The built-in detector has no data of its own. */
type Row = Detector | 'builtin'

/** Extends a column of detectors by the content and the sort value for the built-in detector. */
const withBuiltIn = (
  { render, sortBy, text: _text, ...column }: ListColumn<Detector>,
  ofBuiltIn: ReactNode,
  sorted?: string,
): ListColumn<Row> => ({
  ...column,
  ...(sortBy ? { sortBy: (row) => (row === 'builtin' ? sorted : sortBy(row)) } : {}),
  render: (row) => (row === 'builtin' ? ofBuiltIn : render(row)),
})

/** The number of machines on which a detector is loaded. */
function ActiveOn({ active, all }: { active: number; all: number }) {
  const { t } = useTranslation('detectors')
  return (
    <span className={css['active']} data-on={(active === all && active > 0) || undefined}>
      {all === 0 ? t('noMachine') : t('machines', { active, count: all })}
    </span>
  )
}

function useInUseColumns({ builtin, machines }: DetectorsOverview, busy: boolean): ListColumn<Row>[] {
  const { t } = useTranslation('detectors')
  const columns = useDetectorColumns()
  const seen = (['person', 'vehicle', 'cycle', 'animal', 'bag'] as const).map((one) => t(`classes.${one}`)).join(', ')
  const activeOn = (row: Row) => (row === 'builtin' ? builtin : row).activeOn
  return [
    withBuiltIn(columns.name, <NameCell title={t('builtin')} source={t('builtinHint')} />, t('builtin')),
    withBuiltIn(columns.sees, seen),
    withBuiltIn(columns.size, '–'),
    withBuiltIn(columns.licence, builtin.licence, builtin.licence),
    {
      key: 'since',
      name: t('since'),
      sortBy: (row) => (row === 'builtin' ? undefined : row.usedSince),
      render: (row) =>
        row === 'builtin' || row.usedSince === null ? '–' : <TimeText at={row.usedSince} show="date" />,
    },
    withBuiltIn(columns.look, '–'),
    {
      key: 'active',
      name: t('activeOn'),
      sortBy: activeOn,
      render: (row) => <ActiveOn active={activeOn(row)} all={machines.length} />,
    },
    {
      key: 'actions',
      name: t('actions'),
      hideName: true,
      fixed: true,
      align: 'right',
      render: (row) => row !== 'builtin' && <DetectorActions detector={row} busy={busy} />,
    },
  ]
}

/** Detectors in use, with the number of machines on which they are loaded. */
export function InUseTable({ overview, busy }: { overview: DetectorsOverview; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const rows: Row[] = [
    ...(overview.builtin.inUse ? (['builtin'] as const) : []),
    ...overview.detectors.filter(({ inUse }) => inUse),
  ]
  return (
    <Part title={t('inUse')}>
      <DetectorList
        label={t('inUseList')}
        rows={rows}
        rowKey={(row) => (row === 'builtin' ? row : row.id)}
        columns={useInUseColumns(overview, busy)}
      />
    </Part>
  )
}
