import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../lib/errors/error-handler.ts'
import { saveFile } from '../../lib/files/save-file.ts'
import { Button } from '../button.tsx'
import type { ListColumn } from './list-column.ts'
import { rowsAsCsv } from './rows-as-csv.ts'

interface CsvButtonProps<Row> {
  file: string
  /** Every row that fits the filters, also those of other pages. */
  load: () => Promise<readonly Row[]>
  /** Those that show. */
  columns: readonly ListColumn<Row>[]
}

/** Saves the list as it is filtered and with the columns that show. */
export function CsvButton<Row>({ file, load, columns }: CsvButtonProps<Row>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const exported = columns.flatMap(({ name, text }) => (text ? [{ name, text }] : []))
      saveFile(new Blob([rowsAsCsv(await load(), exported)], { type: 'text/csv;charset=utf-8' }), file)
    } catch (error) {
      handleError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button leftSection={<IconDownload size={16} aria-hidden="true" />} loading={busy} onClick={() => void save()}>
      {t('list.csv')}
    </Button>
  )
}
