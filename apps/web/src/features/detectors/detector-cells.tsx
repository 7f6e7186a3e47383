import type { Detector } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import type { ListColumn } from '../../ui/list-screen/list-column.ts'
import { TimeText } from '../../ui/time-text.tsx'
import css from './detectors.module.css'

/** Name and source, and between them what it is for. */
export function NameCell({ title, hint, source }: { title: string; hint?: string | undefined; source: string }) {
  return (
    <span className={css['name']}>
      {title}
      {hint !== undefined && <small>{hint}</small>}
      <small>{source}</small>
    </span>
  )
}

/** The common columns of all detectors. */
export function useDetectorColumns(): Record<
  'name' | 'sees' | 'size' | 'licence' | 'look' | 'added',
  ListColumn<Detector>
> {
  const { t } = useTranslation('detectors')
  const formats = useFormats()
  return {
    name: {
      key: 'name',
      name: t('name'),
      fixed: true,
      wrap: true,
      sortBy: ({ title }) => title,
      render: ({ title, version, source }) => <NameCell title={title} source={t('origin', { version, source })} />,
    },
    sees: {
      key: 'sees',
      name: t('sees'),
      wrap: true,
      render: ({ capability, sees }) =>
        capability !== 'detect' ? t(`capability.${capability}`) : sees.map((one) => t(`classes.${one}`)).join(', '),
    },
    size: {
      key: 'size',
      name: t('size'),
      align: 'right',
      sortBy: ({ bytes }) => bytes,
      render: ({ bytes }) => formats.bytes(bytes),
    },
    licence: { key: 'licence', name: t('licence'), sortBy: ({ licence }) => licence, render: ({ licence }) => licence },
    look: {
      key: 'look',
      name: t('look'),
      align: 'right',
      sortBy: ({ lookMs }) => lookMs,
      render: ({ lookMs }) => (lookMs === null ? '–' : formats.duration(lookMs)),
    },
    added: {
      key: 'added',
      name: t('added'),
      sortBy: ({ addedAt }) => addedAt,
      render: ({ addedAt }) => <TimeText at={addedAt} show="date" />,
    },
  }
}
