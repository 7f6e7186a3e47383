import type { ScheduleTemplate } from '@winnow/contract'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { ListColumn } from '../../../ui/list-screen/list-column.ts'
import { TextButton } from '../../../ui/text-button.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { countedMinutes, toEdited } from '../model/week-windows.ts'
import { useUtilisationText } from './use-utilisation-text.ts'

interface TemplateActions {
  mayWrite: boolean
  onOpen: (template: ScheduleTemplate) => void
  onDelete: (template: ScheduleTemplate) => void
}

const hoursOf = ({ weekly }: ScheduleTemplate) => countedMinutes(toEdited(weekly)) / 60

/** How many closing days a template has, and the region whose holidays it is linked to. */
function useClosingText() {
  const { t } = useTranslation('schedules')
  const { number } = useFormats()
  return ({ closingDays, holidays }: ScheduleTemplate) => {
    const n = number(closingDays.length)
    return holidays ? t('list.closingAnd', { n, region: holidays.regionId }) : n
  }
}

/** The columns of the list of templates. The name opens the template. */
export function useTemplateColumns({ mayWrite, onOpen, onDelete }: TemplateActions): ListColumn<ScheduleTemplate>[] {
  const { t } = useTranslation('schedules')
  const { number } = useFormats()
  const utilisationText = useUtilisationText()
  const closingText = useClosingText()
  return [
    {
      key: 'name',
      name: t('list.name'),
      fixed: true,
      wrap: true,
      render: (row) => (
        <TextButton label={t('list.open', { name: row.name })} text={row.name} onClick={() => onOpen(row)} />
      ),
      text: (row) => row.name,
    },
    {
      key: 'hours',
      name: t('list.hours'),
      align: 'right',
      render: (row) => number(hoursOf(row), 1),
      text: hoursOf,
    },
    {
      key: 'closing',
      name: t('list.closing'),
      align: 'right',
      render: closingText,
      text: closingText,
    },
    {
      key: 'used',
      name: t('list.used'),
      render: (row) => utilisationText(row.utilisation),
      text: (row) => utilisationText(row.utilisation),
    },
    {
      key: 'changed',
      name: t('list.changed'),
      render: (row) => (
        <span>
          <TimeText at={row.changedAt} /> · {row.changedBy}
        </span>
      ),
      text: (row) => row.changedAt,
    },
    {
      key: 'actions',
      name: t('list.actions'),
      hideName: true,
      align: 'right',
      render: (row) =>
        mayWrite && row.permission === 'write' ? (
          <IconButton size="sm" label={t('list.delete', { name: row.name })} onClick={() => onDelete(row)}>
            <IconTrash size={16} />
          </IconButton>
        ) : null,
    },
  ]
}
