import type { Alarm } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { TimeText } from '../../../../ui/time-text.tsx'
import { useLabelWords } from '../../state/use-labels.ts'
import css from './label-reasons.module.css'

/** What each person said and when, and whether they agree. With one person, the line below the buttons says it already. */
export function LabelPeople({ labels }: Pick<Alarm, 'labels'>) {
  const { t } = useTranslation('alarms')
  const words = useLabelWords()
  const [first] = labels
  if (first === undefined || labels.length < 2) return null
  const agreed = labels.every(({ groundTruth }) => groundTruth === first.groundTruth)
  return (
    <>
      <p className={css['agreement']} data-agreed={agreed}>
        {t(agreed ? 'label.agreed' : 'label.disagreed', { count: labels.length })}
      </p>
      <ul className={css['people']}>
        {labels.map(({ kind, authorId, authorName, groundTruth, reason, at }) => (
          <li key={`${kind} ${authorId}`}>
            <span>
              {authorName ?? t('label.conflictSomeone')}
              {kind !== 'operator' && <span className={css['kind']}> ({t(`labelKind.${kind}`)})</span>}
              {': '}
              {words(groundTruth, reason)}
            </span>
            <TimeText at={at} seconds={false} />
          </li>
        ))}
      </ul>
    </>
  )
}
