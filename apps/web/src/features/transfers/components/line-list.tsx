import type { ImportLine, ImportOutcome, TreeImport } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { useImportLines } from '../state/use-import-lines.ts'
import { LineDialog } from './line-dialog.tsx'
import { LineRow } from './line-row.tsx'
import { countOf } from './outcome-filter.tsx'
import css from './transfers.module.css'

const ROW = 32
/** On narrow screens, a line is a card of three rows. */
const CARD = 76

interface LineListProps {
  file: TreeImport
  /** The outcome of the lines to show. Default: all lines. */
  show: ImportOutcome | undefined
}

/** The lines of an import in the order of the file. The list has any length, and loads only what is in view. */
export function LineList({ file, show }: LineListProps) {
  const { t } = useTranslation('transfers')
  const narrow = useIsNarrow()
  const count = countOf(file, show)
  const { lineAt, onRange, error, retry } = useImportLines({ id: file.id, outcome: show, count })
  const [opened, setOpened] = useState<ImportLine>()
  if (count === 0) return <EmptyState compact title={t('noLines')} />
  const rows = { length: count, at: (index: number): { line: ImportLine | undefined } => ({ line: lineAt(index) }) }
  return (
    <div className={css['lines']}>
      {!narrow && (
        <div className={css['names']} aria-hidden="true">
          {(['number', 'outcome', 'client', 'site', 'camera', 'details'] as const).map((name) => (
            <span key={name}>{t(`line.${name}`)}</span>
          ))}
        </div>
      )}
      {error ? (
        <ErrorState compact error={error} onRetry={retry} />
      ) : (
        <div className={css['scroll']}>
          <VirtualList
            label={t('lines')}
            rows={rows}
            rowKey={(_row, index) => String(index)}
            rowHeight={narrow ? CARD : ROW}
            onRange={onRange}
            render={({ line }) => <LineRow line={line} onProblems={setOpened} />}
          />
        </div>
      )}
      <LineDialog line={opened} onClose={() => setOpened(undefined)} />
    </div>
  )
}
