import type { ReviewedCompany } from '@winnow/contract'
import { IconArrowsShuffle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { Button } from '../../ui/button.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import css from './supervisor.module.css'
import { DRAW_COUNT, useDraw } from './use-sample.ts'

interface DrawPanelProps {
  companies: readonly ReviewedCompany[]
  /** Called after alarms were drawn. */
  onDrawn: () => void
}

/** Nothing is left of this sample, and the next one cannot be drawn yet. */
const isUsedUp = ({ left, nextRoundAt }: ReviewedCompany): boolean => left === 0 && nextRoundAt !== null

function Left({ company }: { company: ReviewedCompany }) {
  const { t } = useTranslation('supervisor')
  const { number } = useFormats()
  const { round, left, nextRoundAt } = company
  if (nextRoundAt === null || round === null) return <>{t('draw.first')}</>
  if (left > 0) return <>{t('draw.left', { n: number(left), of: number(round.listed) })}</>
  return (
    <>
      {t('draw.next')} <TimeText at={nextRoundAt} seconds={false} />
    </>
  )
}

/** The companies that allow the review, each with a button that draws alarms. */
export function DrawPanel({ companies, onDrawn }: DrawPanelProps) {
  const { t } = useTranslation('supervisor')
  const { number } = useFormats()
  const { last, pending, draw } = useDraw(onDrawn)
  return (
    <ul className={css['companies']} aria-label={t('draw.title')}>
      {companies.map((company) => {
        const { companyId, companyName, drawn, labelled } = company
        return (
          <li key={companyId} className={css['company']}>
            <strong>{companyName}</strong>
            {drawn > 0 && (
              <span className={css['progress']}>
                <progress max={drawn} value={labelled} aria-label={companyName} />
                <span>{t('sample.progress', { done: number(labelled), all: number(drawn) })}</span>
              </span>
            )}
            <span className={css['muted']}>
              <Left company={company} />
            </span>
            {!isUsedUp(company) && (
              <Button
                leftSection={<IconArrowsShuffle size={16} aria-hidden="true" />}
                loading={pending === companyId}
                aria-label={t('draw.from', { n: DRAW_COUNT, company: companyName })}
                onClick={() => draw(companyId)}
              >
                {t('draw.button', { n: DRAW_COUNT })}
              </Button>
            )}
            <span role="status" className={css['muted']}>
              {last?.companyId === companyId && last.short !== null && t(`draw.short.${last.short}`)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
