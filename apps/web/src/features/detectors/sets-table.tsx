import { addDetectors, type DetectorsOverview, getDetectors } from '@winnow/contract'
import { IconCheck, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { NameCell } from './detector-cells.tsx'
import { DetectorList } from './detector-list.tsx'
import css from './detectors.module.css'
import { Part } from './part.tsx'

type Set = DetectorsOverview['sets'][number]
type Row = { name: 'builtin'; figures: Set['figures'] } | Set

function Figure({ figures, of }: { figures: Set['figures']; of: 'recall' | 'reduction' }) {
  const { t } = useTranslation('detectors')
  const { share } = useFormats()
  if (figures === null) return <span className={css['figure']}>{t('sets.notMeasured')}</span>
  const { hits, of: all, low, high } = figures[of]
  return (
    <span className={css['figure']}>
      <strong>{t('sets.share', { share: share(hits / all), hits, of: all })}</strong>
      <small>{t('sets.interval', { low: share(low), high: share(high) })}</small>
    </span>
  )
}

/** The share by which sets are sorted. Sets that were not measured come after the others. */
const shareOf = (figures: Set['figures'], of: 'recall' | 'reduction'): number =>
  figures === null ? 0 : figures[of].hits / figures[of].of

/** The measured results of the known sets, compared with the built-in detector, with a button to install each. */
export function SetsTable({ overview, busy }: { overview: DetectorsOverview; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const formats = useFormats()
  const add = useOperation(addDetectors, { invalidates: [getDetectors] })
  const rows: Row[] = [{ name: 'builtin', figures: overview.builtin.figures }, ...overview.sets]
  const { alarms, cameras } = overview.builtin.figures
  const sizeOf = ({ packs }: Set) => packs.reduce((sum, pack) => sum + pack.bytes, 0)
  const action = (set: Set) => {
    if (set.inUse)
      return (
        <span className={css['active']} data-on>
          <IconCheck size={14} aria-hidden="true" />
          {t('sets.inUse')}
        </span>
      )
    const isHere = set.packs.every((pack) => pack.isHere)
    return (
      <Button
        look={set.name === 'recommended' ? 'primary' : 'secondary'}
        size="compact-md"
        disabled={busy}
        title={busy ? t('wait') : undefined}
        loading={add.isPending && add.variables.body.set === set.name}
        aria-label={t(isHere ? 'useNamed' : 'sets.addNamed', { name: t(`sets.${set.name}`) })}
        leftSection={isHere ? undefined : <IconDownload size={16} aria-hidden="true" />}
        onClick={() => add.mutate({ body: { set: set.name } })}
      >
        {t(isHere ? 'use' : 'sets.add')}
      </Button>
    )
  }
  return (
    <Part title={t('sets.title')} hint={t('sets.intro', { alarms, cameras })}>
      <DetectorList
        label={t('sets.list')}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          {
            key: 'set',
            name: t('sets.set'),
            fixed: true,
            wrap: true,
            render: (row) =>
              row.name === 'builtin' ? (
                <NameCell title={t('builtin')} source={t('comesWith')} />
              ) : (
                <NameCell
                  title={t(`sets.${row.name}`)}
                  hint={row.name === 'recommended' ? undefined : t(`sets.${row.name}Hint`)}
                  source={row.packs.map(({ title }) => title).join(', ')}
                />
              ),
          },
          {
            key: 'recall',
            name: t('sets.recall'),
            sortBy: ({ figures }) => shareOf(figures, 'recall'),
            render: (row) => <Figure figures={row.figures} of="recall" />,
          },
          {
            key: 'reduction',
            name: t('sets.reduction'),
            sortBy: ({ figures }) => shareOf(figures, 'reduction'),
            render: (row) => <Figure figures={row.figures} of="reduction" />,
          },
          {
            key: 'licences',
            name: t('sets.licences'),
            wrap: true,
            render: (row) =>
              row.name === 'builtin'
                ? overview.builtin.licence
                : [...new Set(row.packs.map(({ licence }) => licence))].join(', '),
          },
          {
            key: 'size',
            name: t('sets.download'),
            align: 'right',
            sortBy: (row) => (row.name === 'builtin' ? 0 : sizeOf(row)),
            render: (row) => (row.name === 'builtin' ? '–' : formats.bytes(sizeOf(row))),
          },
          {
            key: 'action',
            name: t('actions'),
            hideName: true,
            fixed: true,
            align: 'right',
            render: (row) => row.name !== 'builtin' && action(row),
          },
        ]}
      />
      <p className={css['hint']}>
        {t('sets.replaces')} {t('sets.learnt')}
      </p>
    </Part>
  )
}
