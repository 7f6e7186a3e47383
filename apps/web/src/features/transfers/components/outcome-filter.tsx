import { IMPORT_OUTCOMES, type ImportOutcome, type TreeImport } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { OutcomeIcon } from './outcome-icon.tsx'
import css from './transfers.module.css'

/** The number of lines with an outcome; without one, of all lines. */
export const countOf = ({ counts, failed, lines }: TreeImport, outcome: ImportOutcome | undefined): number =>
  outcome === undefined ? lines : { ...counts, failed }[outcome]

interface OutcomeFilterProps {
  file: TreeImport
  show: ImportOutcome | undefined
  onShow: (show: ImportOutcome | undefined) => void
}

/** How many lines have which outcome. Each number is a button that shows only these lines. */
export function OutcomeFilter({ file, show, onShow }: OutcomeFilterProps) {
  const { t } = useTranslation('transfers')
  const { number } = useFormats()
  // Lines can fail only after the start.
  const outcomes = IMPORT_OUTCOMES.filter((outcome) => outcome !== 'failed' || file.failed > 0)
  return (
    <div className={css['outcomes']} role="group" aria-label={t('outcomes')}>
      {[undefined, ...outcomes].map((outcome) => (
        <button
          key={outcome ?? 'all'}
          type="button"
          className={css['outcome']}
          data-outcome={outcome}
          aria-pressed={show === outcome}
          disabled={outcome !== undefined && countOf(file, outcome) === 0 && show !== outcome}
          onClick={() => onShow(outcome)}
        >
          {outcome && <OutcomeIcon outcome={outcome} />}
          {t(`outcome.${outcome ?? 'all'}`)}
          <strong>{number(countOf(file, outcome))}</strong>
        </button>
      ))}
    </div>
  )
}
