import { MAX_BOXES } from '@winnow/contract'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { DialogCancel } from '../../../../ui/dialog-cancel.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { useUnsavedChanges } from '../../../../ui/unsaved-changes/use-unsaved-changes.ts'
import type { ObjectClass } from '../../model/alarm-filters.ts'
import { editBoxes, isSameBoxes, startBoxes } from '../../model/box-editor.ts'
import { boxesToEdit } from '../../model/shown-boxes.ts'
import { BoxStage } from './box-stage.tsx'
import { BoxTools } from './box-tools.tsx'
import css from './boxes.module.css'
import { useBoxSaving, type EditedPicture } from './use-box-saving.ts'

/** Where a box that is added without a pointer begins: in the middle. */
const MIDDLE = { x: 0.4, y: 0.35, width: 0.2, height: 0.3 }

interface BoxEndProps {
  edited: EditedPicture
  saving: ReturnType<typeof useBoxSaving>
  isDirty: boolean
  onSave: () => void
}

/** The buttons below the picture, and why the boxes could not be saved. */
function BoxEnd({ edited: { alarm, picture }, saving, isDirty, onSave }: BoxEndProps) {
  const { t } = useTranslation('alarms')
  return (
    <>
      <FormError error={saving.error} />
      <div className={css['end']}>
        {picture.boxesSet && !alarm.boxesRemoved && (
          <Button look="subtle" disabled={saving.busy} onClick={() => saving.save(null)}>
            {t('boxes.restore')}
          </Button>
        )}
        <DialogCancel />
        <Button look="primary" loading={saving.busy} disabled={!isDirty} onClick={onSave}>
          {t('boxes.save')}
        </Button>
      </div>
    </>
  )
}

function BoxForm({ edited, onClose }: { edited: EditedPicture; onClose: () => void }) {
  const { t } = useTranslation(['alarms', 'common'])
  const { alarm, picture, number } = edited
  const [start] = useState(() => startBoxes(boxesToEdit(alarm, picture.position)))
  const [state, act] = useReducer(editBoxes, start)
  const [next, setNext] = useState<ObjectClass>('person')
  const stage = useRef<HTMLDivElement>(null)
  const saving = useBoxSaving(edited, onClose)
  const isDirty = !isSameBoxes(state.boxes, start.boxes)
  useUnsavedChanges(isDirty, saving.busy)
  const chosen = state.boxes.find(({ id }) => id === state.selected)
  const isFull = state.boxes.length >= MAX_BOXES
  const goOnInPicture = () => stage.current?.focus({ preventScroll: true })
  const add = () => {
    goOnInPicture()
    act({ type: 'add', class: next, box: MIDDLE })
  }
  const undo = () => {
    act({ type: 'undo' })
    goOnInPicture()
  }
  const onKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey
    if (mod && event.key.toLowerCase() === 'z') undo()
    else if (mod && event.key === 'Enter' && isDirty) saving.save(state.boxes)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const setBoxClass = (name: ObjectClass) => {
    setNext(name)
    if (chosen && chosen.class !== name) act({ type: 'classify', id: chosen.id, class: name })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys for the whole editor, which also has buttons for them
    <div className={css['editor']} onKeyDown={onKey}>
      <BoxTools
        state={state}
        act={act}
        next={next}
        onClass={setBoxClass}
        onAdd={add}
        onUndo={undo}
        goOn={goOnInPicture}
      />
      <BoxStage
        picture={picture}
        alt={t('player.alt', { n: number, of: alarm.frameCount, camera: alarm.viewName })}
        state={state}
        act={act}
        drawing={isFull ? undefined : (chosen?.class ?? next)}
        stage={stage}
      />
      <p className={css['help']}>
        {t('boxes.help')} <span className={css['keys']}>{t('boxes.helpKeys')}</span>
      </p>
      <BoxEnd edited={edited} saving={saving} isDirty={isDirty} onSave={() => saving.save(state.boxes)} />
    </div>
  )
}

interface BoxDialogProps {
  /** Undefined: closed. */
  edited: EditedPicture | undefined
  onClose: () => void
}

/** Adds, changes and removes the boxes of a picture. They count for everyone once they are saved. */
export function BoxDialog({ edited, onClose }: BoxDialogProps) {
  const { t } = useTranslation('alarms')
  return (
    <Dialog
      opened={edited !== undefined}
      onClose={onClose}
      size={1080}
      title={t('boxes.title', { camera: edited?.alarm.viewName ?? '', n: edited?.number ?? 1 })}
    >
      {edited && <BoxForm edited={edited} onClose={onClose} />}
    </Dialog>
  )
}
