import type { ScheduleTemplate } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { ManyTemplatesDialog } from './many-templates-dialog.tsx'

/** The selection of templates in their list, and the dialog that changes the times of all selected ones. */
export function useManyTemplates() {
  const { t } = useTranslation('schedules')
  const [many, setMany] = useState<{ rows: readonly ScheduleTemplate[]; clear: () => void }>()
  const selection = {
    nameOf: (row: ScheduleTemplate) => row.name,
    renderActions: (rows: readonly ScheduleTemplate[], clear: () => void) => (
      <Button disabled={rows.some(({ permission }) => permission !== 'write')} onClick={() => setMany({ rows, clear })}>
        {t('many.button')}
      </Button>
    ),
  }
  const dialog = (
    <ManyTemplatesDialog
      templates={many?.rows}
      onClose={() => setMany(undefined)}
      onSaved={() => {
        many?.clear()
        setMany(undefined)
      }}
    />
  )
  return { selection, dialog }
}
