import type { Learning } from '@winnow/contract'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import type { LearningScope } from './learning-operations.ts'
import css from './learning.module.css'

function Progress({ name, have, need }: { name: string; have: number; need: number }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  const isEnough = have >= need
  const text = isEnough
    ? t('labels.enough', { have: number(have) })
    : t('labels.of', { have: number(have), need: number(need) })
  return (
    <li className={css['progress']} data-enough={isEnough || undefined}>
      <span className={css['name']}>{name}</span>
      <progress aria-label={name} aria-valuetext={text} max={need} value={Math.min(have, need)} />
      <span className={css['count']}>
        {isEnough && <IconCheck size={14} aria-hidden="true" />}
        {text}
      </span>
    </li>
  )
}

/** The number of labels, and how many more are needed. */
export function LabelProgress({ scope, learning }: { scope: LearningScope; learning: Learning }) {
  const { t } = useTranslation('learning')
  const { number } = useFormats()
  const { labels, notComparable } = learning
  return (
    <div>
      <ul className={css['list']}>
        <Progress name={t('labels.true')} {...labels.true} />
        <Progress name={t('labels.false')} {...labels.false} />
        <Progress name={scope === 'camera' ? t('labels.days') : t('labels.cameras')} {...labels.spread} />
      </ul>
      {notComparable > 0 && (
        <p className={css['note']}>{t('labels.notComparable', { count: notComparable, n: number(notComparable) })}</p>
      )}
    </div>
  )
}
