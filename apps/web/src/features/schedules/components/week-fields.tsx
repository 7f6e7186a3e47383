import type { WeeklyWindow } from '@winnow/contract'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { countedMinutes } from '../model/week-windows.ts'
import { useWeekEditor } from '../state/use-week-editor.ts'
import { WeekGrid } from './week-grid.tsx'
import css from './week-fields.module.css'
import { startFieldId, WindowTimes } from './window-times.tsx'

interface WeekFieldsProps {
  label: string
  value: readonly WeeklyWindow[]
  onChange: (windows: WeeklyWindow[]) => void
}

/** Edits the windows of a week: by pointer or key in a grid, and as typed times beside it. */
export function WeekFields({ label, value, onChange }: WeekFieldsProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const formats = useFormats()
  const { state, act } = useWeekEditor(value, onChange)
  const prefix = useId()
  const hours = countedMinutes(state.windows) / 60
  return (
    <div className={css['fields']}>
      <div className={css['grid']}>
        <div className={css['bar']}>
          <span role="status">{t('grid.total', { hours: formats.number(hours, 1) })}</span>
          <span className={css['buttons']}>
            <IconButton
              label={t('common:undo')}
              keys={['Mod+Z']}
              disabled={state.past.length === 0}
              onClick={() => act({ type: 'undo' })}
            >
              <IconArrowBackUp size={16} />
            </IconButton>
            <IconButton
              label={t('redo')}
              keys={['Mod+Shift+Z']}
              disabled={state.future.length === 0}
              onClick={() => act({ type: 'redo' })}
            >
              <IconArrowForwardUp size={16} />
            </IconButton>
          </span>
        </div>
        <WeekGrid
          label={label}
          state={state}
          act={act}
          onOpen={(id) => document.getElementById(startFieldId(prefix, id))?.focus()}
        />
        <p className={css['help']}>{t('grid.help')}</p>
      </div>
      <WindowTimes state={state} act={act} prefix={prefix} />
    </div>
  )
}
