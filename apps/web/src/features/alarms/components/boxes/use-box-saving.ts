import { setBoxes, type Alarm } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../../../lib/errors/error-handler.ts'
import { callAcrossLogin, useOperation } from '../../../../lib/query/use-operation.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import type { EditedBox } from '../../model/box-editor.ts'
import type { Picture } from '../../model/prefetch-plan.ts'
import { drawnBoxes } from '../../model/shown-boxes.ts'
import { alarmQuery } from '../../state/use-alarm.ts'

/** A picture whose boxes are edited. It stays the same if another alarm is opened meanwhile. */
export interface EditedPicture {
  alarm: Alarm
  picture: Picture
  /** The number of the picture, from 1. */
  number: number
}

type Boxes = readonly Omit<EditedBox, 'id'>[] | null

/** Saves boxes, or gives those of the analysis back (`null`), with an undo. */
export function useBoxSaving({ alarm, picture }: EditedPicture, onSaved: () => void) {
  const { t } = useTranslation(['alarms', 'common'])
  const queries = useQueryClient()
  const params = { id: alarm.id, frame: picture.position }
  const requestOf = (boxes: Boxes) => ({
    params,
    body: { boxes: boxes && boxes.map(({ class: name, box }) => ({ class: name, box })) },
  })
  const refresh = () => void queries.invalidateQueries({ queryKey: alarmQuery(alarm.id).queryKey })
  const before = drawnBoxes(alarm, picture.position)
  const undo = () => void callAcrossLogin(setBoxes, requestOf(before)).then(refresh, handleError)
  const operation = useOperation(setBoxes, {
    inlineErrors: true,
    onSuccess: () => {
      refresh()
      showToast({ type: 'success', message: t('boxes.saved'), actions: [{ label: t('common:undo'), run: undo }] })
      onSaved()
    },
  })
  return {
    save: (boxes: Boxes) => operation.mutate(requestOf(boxes)),
    busy: operation.isPending,
    error: operation.error,
  }
}
