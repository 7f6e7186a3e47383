import { FileButton, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import type { FieldProps } from '../../../../ui/form/use-fields.ts'
import { readTable, writeTable } from '../../model/receiver-table.ts'
import css from '../panes/pane.module.css'
import own from './receivers.module.css'

/** The largest file that is read. 2,500 lines have about 150 kB. */
const MAX_BYTES = 2_000_000

interface TableFieldProps {
  label: string
  hint: string | undefined
  columns: readonly { name: string; label: string }[]
  input: FieldProps
}

/** A table that is typed, pasted from a spreadsheet, or read from a CSV file: one row per line. */
export function TableField({ label, hint, columns, input }: TableFieldProps) {
  const { t } = useTranslation('clients')
  const [isTooLarge, setIsTooLarge] = useState(false)
  const text = typeof input.value === 'string' ? input.value : writeTable(input.value, columns)
  const count = readTable(text, columns).length
  const load = async (file: File | null) => {
    setIsTooLarge(file !== null && file.size > MAX_BYTES)
    if (file !== null && file.size <= MAX_BYTES) input.onChange(await file.text())
  }
  return (
    <div>
      <Textarea
        size="xs"
        label={label}
        description={hint}
        placeholder={columns.map((column) => column.label).join('; ')}
        {...input}
        value={text}
        error={isTooLarge ? t('receivers.table.tooLarge') : input.error}
        rows={4}
        resize="vertical"
        spellCheck={false}
      />
      <div className={`${css['formActions']} ${own['tableEnd']}`}>
        <FileButton accept="text/csv,text/plain,.csv,.txt" onChange={(file) => void load(file)}>
          {(props) => (
            <Button size="compact-xs" leftSection={<IconFileUpload size={14} aria-hidden="true" />} {...props}>
              {t('receivers.table.load')}
            </Button>
          )}
        </FileButton>
        <span className={css['hint']}>{t('receivers.table.rows', { count })}</span>
      </div>
    </div>
  )
}
