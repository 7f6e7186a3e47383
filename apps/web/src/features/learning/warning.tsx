import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import css from './learning.module.css'

/** A warning about a number of alarms labelled true. */
export function Warning({ text, count }: { text: 'withheld' | 'applied.losing'; count: number }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  return (
    <p className={css['warning']}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      {t(text, { count, n: number(count) })}
    </p>
  )
}
