import type { ImportLine } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useLineWords } from '../model/line-words.ts'
import css from './transfers.module.css'

/** All problems of one line, since the list shows as much of them as fits. */
export function LineDialog({ line, onClose }: { line: ImportLine | undefined; onClose: () => void }) {
  const { t } = useTranslation('transfers')
  const { number } = useFormats()
  const words = useLineWords()
  const [last, setLast] = useState(line)
  if (line && line !== last) setLast(line)
  // The content must not vanish during the closing animation.
  const shown = line ?? last
  return (
    <Dialog opened={line !== undefined} onClose={onClose} title={shown && t('line.title', { n: number(shown.line) })}>
      {shown && (
        <>
          <dl className={css['facts']}>
            {(['client', 'site', 'camera'] as const).map((kind) => (
              <div key={kind}>
                <dt>{t(`line.${kind}`)}</dt>
                <dd>{shown[kind] || '–'}</dd>
              </div>
            ))}
          </dl>
          <ul className={css['reasons']}>
            {shown.problems.map((problem) => (
              <li key={`${problem.column} ${problem.code}`}>{words.problem(problem)}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
