import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../lib/errors/error-handler.ts'
import { saveFile } from '../../lib/files/save-file.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { Button } from '../button.tsx'
import type { ListColumn } from './list-column.ts'
import css from './list-screen.module.css'
import { eachOnce, type LoadWatch, rowsAsCsv } from './rows-as-csv.ts'

interface CsvButtonProps<Row> {
  file: string
  /** Loads all rows that match the filters, including those of other pages. */
  load: (watch: LoadWatch) => Promise<readonly Row[]>
  rowKey: (row: Row) => string
  /** The visible columns. */
  columns: readonly ListColumn<Row>[]
}

/** A button that saves the filtered list, with its visible columns, as a CSV file. Shows the progress, and can be cancelled. */
export function CsvButton<Row>({ file, load, rowKey, columns }: CsvButtonProps<Row>) {
  const { t } = useTranslation()
  const { number } = useFormats()
  const [progress, setProgress] = useState<{ done: number; total: number | undefined }>()
  const running = useRef<AbortController>(undefined)
  // Leaving the page cancels the export.
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const abort = new AbortController()
    running.current = abort
    setProgress({ done: 0, total: undefined })
    try {
      const exported = columns.flatMap(({ name, text }) => (text ? [{ name, text }] : []))
      const onProgress = (done: number, total: number) => setProgress({ done, total })
      const rows = eachOnce(await load({ signal: abort.signal, onProgress }), rowKey)
      abort.signal.throwIfAborted()
      saveFile(new Blob([rowsAsCsv(rows, exported)], { type: 'text/csv;charset=utf-8' }), file)
    } catch (error) {
      if (!abort.signal.aborted) handleError(error)
    } finally {
      if (running.current === abort) setProgress(undefined)
    }
  }
  if (!progress)
    return (
      <Button leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={() => void save()}>
        {t('list.csv')}
      </Button>
    )
  const { done, total } = progress
  return (
    <span className={css['export']}>
      <span role="status">
        {total === undefined
          ? t('list.csvStarts')
          : t('list.csvProgress', { done: number(done), total: number(total) })}
      </span>
      <Button onClick={() => running.current?.abort()}>{t('cancel')}</Button>
    </span>
  )
}
