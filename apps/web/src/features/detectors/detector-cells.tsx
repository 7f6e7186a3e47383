import type { Detector } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import type { Column } from '../../ui/data-table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import css from './detectors.module.css'

/** Name and source. */
export function NameCell({ title, source }: { title: string; source: string }) {
  return (
    <span className={css['name']}>
      {title}
      <small>{source}</small>
    </span>
  )
}

/** The common columns of all detectors. */
export function useDetectorColumns(): Record<
  'name' | 'sees' | 'size' | 'licence' | 'look' | 'added',
  Column<Detector>
> {
  const { t } = useTranslation('detectors')
  const formats = useFormats()
  return {
    name: {
      key: 'name',
      header: t('name'),
      wrap: true,
      render: ({ title, version, source }) => <NameCell title={title} source={t('origin', { version, source })} />,
    },
    sees: {
      key: 'sees',
      header: t('sees'),
      wrap: true,
      render: ({ capability, sees }) =>
        capability === 'plate' ? t('plates') : sees.map((one) => t(`classes.${one}`)).join(', '),
    },
    size: { key: 'size', header: t('size'), align: 'right', render: ({ bytes }) => formats.bytes(bytes) },
    licence: { key: 'licence', header: t('licence'), render: ({ licence }) => licence },
    look: {
      key: 'look',
      header: t('look'),
      align: 'right',
      render: ({ lookMs }) => (lookMs === null ? '–' : formats.duration(lookMs)),
    },
    added: { key: 'added', header: t('added'), render: ({ addedAt }) => <TimeText at={addedAt} show="date" /> },
  }
}
