import { MAX_BOXES, OBJECT_CLASSES } from '@winnow/contract'
import { IconArrowBackUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../ui/button.tsx'
import type { ObjectClass } from '../../model/alarm-filters.ts'
import type { BoxAction, BoxEditor } from '../../model/box-editor.ts'
import { ClassIcon } from '../class-icon.tsx'
import css from './boxes.module.css'

interface ClassButtonsProps {
  value: ObjectClass
  onChange: (value: ObjectClass) => void
}

/** What the chosen box shows, or the next one that is drawn. */
function ClassButtons({ value, onChange }: ClassButtonsProps) {
  const { t } = useTranslation('alarms')
  return (
    <div className={css['classes']} role="group" aria-label={t('boxes.class')}>
      {OBJECT_CLASSES.map((name) => (
        <button
          key={name}
          type="button"
          className={css['class']}
          data-class={name}
          aria-pressed={name === value}
          onClick={() => onChange(name)}
        >
          <ClassIcon name={name} />
          <span aria-hidden="true">{t(`class.${name}`)}</span>
        </button>
      ))}
    </div>
  )
}

interface BoxToolsProps {
  state: BoxEditor
  act: (action: BoxAction) => void
  /** The class of the next box, while none is chosen. */
  next: ObjectClass
  onClass: (name: ObjectClass) => void
  onAdd: () => void
  onUndo: () => void
  /** Gives the focus back to the picture: the pressed button may be disabled now. */
  goOn: () => void
}

/** The buttons above the picture. */
export function BoxTools({ state, act, next, onClass, onAdd, onUndo, goOn }: BoxToolsProps) {
  const { t } = useTranslation(['alarms', 'common'])
  const chosen = state.boxes.find(({ id }) => id === state.selected)
  const isFull = state.boxes.length >= MAX_BOXES
  return (
    <div className={css['tools']}>
      <ClassButtons value={chosen?.class ?? next} onChange={onClass} />
      <Button size="compact-sm" leftSection={<IconPlus size={14} />} disabled={isFull} onClick={onAdd}>
        {t('boxes.add')}
      </Button>
      <IconButton
        label={t('boxes.delete')}
        disabled={!chosen}
        onClick={() => {
          if (chosen) act({ type: 'delete', id: chosen.id })
          goOn()
        }}
      >
        <IconTrash size={16} />
      </IconButton>
      <IconButton label={t('common:undo')} disabled={state.past.length === 0} onClick={onUndo}>
        <IconArrowBackUp size={16} />
      </IconButton>
      <span className={css['count']} role="status">
        {t(isFull ? 'boxes.full' : 'boxes.count', { count: state.boxes.length })}
      </span>
    </div>
  )
}
