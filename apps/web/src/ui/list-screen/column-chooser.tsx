import { Checkbox, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/create-store.ts'
import { Button } from '../button.tsx'
import type { ListColumn } from './list-column.ts'
import css from './list-screen.module.css'
import { hiddenColumnsStore, toggleColumn } from './shown-columns.ts'

interface ColumnChooserProps<Row> {
  /** The name under which the list's choice is stored. */
  listName: string
  columns: readonly ListColumn<Row>[]
}

/** A menu in which the user chooses the visible columns. The choice is stored in this browser. */
export function ColumnChooser<Row>({ listName, columns }: ColumnChooserProps<Row>) {
  const { t } = useTranslation()
  const hidden = useStore(hiddenColumnsStore)[listName] ?? []
  const toggle = (key: string) =>
    hiddenColumnsStore.set((all) => ({ ...all, [listName]: toggleColumn(columns, all[listName] ?? [], key) }))
  return (
    <Popover trapFocus returnFocus hideDetached={false} shadow="md" position="bottom-end">
      <Popover.Target>
        <Button leftSection={<IconColumns3 size={16} aria-hidden="true" />}>{t('list.columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css['columns']}>
          {columns
            .filter(({ fixed }) => !fixed)
            .map(({ key, name }) => (
              <Checkbox key={key} label={name} checked={!hidden.includes(key)} onChange={() => toggle(key)} />
            ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
