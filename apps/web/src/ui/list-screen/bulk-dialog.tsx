import type { Operation } from '@winnow/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { useErrorText } from '../error-text.ts'
import { FormActions } from '../form-actions.tsx'
import css from './bulk-dialog.module.css'
import type { EachResult } from './run-each.ts'
import { type Chosen, useBulk } from './use-bulk.ts'

export interface BulkDialogProps<Row> {
  /** The selected rows. The dialog is closed while this is undefined. */
  chosen: Chosen<Row> | undefined
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
  title: (rows: readonly Row[]) => string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** Verb of the button. */
  confirm: string
  danger?: boolean
  /** Performs the action for one row. */
  run: (row: Row) => Promise<unknown>
  /** Operations whose replies are outdated afterwards. */
  invalidates: readonly Operation[]
  /** The text of the toast after a success. */
  doneText: (count: number) => string
  onClose: () => void
}

/**
 * Asks for confirmation of an action for several rows, performs it row by row, and shows the progress. If the action fails for some rows,
 * the dialog lists each of them with the reason, and offers a retry.
 */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { chosen, title, children, confirm, danger, onClose } = props
  const { t } = useTranslation()
  const { rows, progress, result, start, stop } = useBulk(props)
  const count = rows.length
  return (
    <Dialog opened={chosen !== undefined} onClose={onClose} title={title(rows)} locked={progress !== undefined}>
      {result ? <Results {...props} result={result} /> : <div className={css['body']}>{children}</div>}
      <p role="status" className={css['progress']}>
        {progress !== undefined && count > 1 && t('list.bulkProgress', { done: progress, total: count })}
      </p>
      <FormActions>
        {progress !== undefined && count > 1 ? (
          <Button onClick={stop}>{t('list.bulkStop')}</Button>
        ) : (
          <Button onClick={onClose} disabled={progress !== undefined} data-autofocus={danger || undefined}>
            {t(result ? 'close' : 'cancel')}
          </Button>
        )}
        <Button look={danger ? 'danger' : 'primary'} loading={progress !== undefined} onClick={start}>
          {result ? t('retry') : confirm}
        </Button>
      </FormActions>
    </Dialog>
  )
}

/** Lists the rows for which the action failed, with the reasons. */
function Results<Row>({ result, rowKey, nameOf }: BulkDialogProps<Row> & { result: EachResult<Row> }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const { done, failed, left } = result
  const total = done.length + failed.length + left.length
  return (
    <div role="alert" className={css['body']}>
      <p>{t('list.bulkResult', { done: done.length, total })}</p>
      <ul className={css['failed']}>
        {failed.map(({ row, error }) => (
          <li key={rowKey(row)}>
            <strong>{nameOf(row)}</strong>: {errorText(error)}
          </li>
        ))}
        {left.map((row) => (
          <li key={rowKey(row)}>
            <strong>{nameOf(row)}</strong>: {t('list.bulkLeft')}
          </li>
        ))}
      </ul>
    </div>
  )
}
