import type { Detector, DetectorsOverview } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { DetectorActions } from './detector-actions.tsx'
import { NameCell, useDetectorColumns } from './detector-cells.tsx'
import css from './detectors.module.css'
import { Part } from './part.tsx'

/** The built-in detector has no data of its own. */
type Row = Detector | 'builtin'

/** Detectors in use, with the number of machines on which they are loaded. */
export function InUseTable({ overview, busy }: { overview: DetectorsOverview; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const columns = useDetectorColumns()
  const { builtin, machines } = overview
  const rows: Row[] = [
    ...(builtin.inUse ? (['builtin'] as const) : []),
    ...overview.detectors.filter(({ inUse }) => inUse),
  ]
  const of = ({ render, ...column }: Column<Detector>, ofBuiltIn: ReactNode): Column<Row> => ({
    ...column,
    render: (row) => (row === 'builtin' ? ofBuiltIn : render(row)),
  })
  const activeOn = (active: number) =>
    machines.length === 0 ? t('noMachine') : t('machines', { active, count: machines.length })
  return (
    <Part title={t('inUse')}>
      <DataTable
        label={t('inUseList')}
        rows={rows}
        rowKey={(row) => (row === 'builtin' ? row : row.id)}
        columns={[
          of(columns.name, <NameCell title={t('builtin')} source={t('builtinHint')} />),
          of(
            columns.sees,
            (['person', 'vehicle', 'cycle', 'animal', 'bag'] as const).map((one) => t(`classes.${one}`)).join(', '),
          ),
          of(columns.size, '–'),
          of(columns.licence, builtin.licence),
          {
            key: 'since',
            header: t('since'),
            render: (row) =>
              row === 'builtin' || row.usedSince === null ? '–' : <TimeText at={row.usedSince} show="date" />,
          },
          of(columns.look, '–'),
          {
            key: 'active',
            header: t('activeOn'),
            render: (row) => {
              const active = row === 'builtin' ? builtin.activeOn : row.activeOn
              const isOn = active === machines.length && active > 0
              return (
                <span className={css['active']} data-on={isOn || undefined}>
                  {activeOn(active)}
                </span>
              )
            },
          },
          {
            key: 'actions',
            header: <span className="wn-visually-hidden">{t('actions')}</span>,
            align: 'right',
            render: (row) => row !== 'builtin' && <DetectorActions detector={row} busy={busy} />,
          },
        ]}
      />
    </Part>
  )
}
