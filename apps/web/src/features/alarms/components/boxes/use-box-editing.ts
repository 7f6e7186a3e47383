import type { Alarm } from '@winnow/contract'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useCommands } from '../../../../lib/commands/use-commands.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import type { Player } from '../player/use-player.ts'
import type { EditedPicture } from './use-box-saving.ts'

/** Opens the boxes of the shown picture in an editor, by button and key, for those who may label. */
export function useBoxEditing(alarm: Alarm | undefined, { picture, state, dispatch }: Player) {
  const mayLabel = useMay('alarm.label')
  const [edited, setEdited] = useState<EditedPicture>()
  const mayEdit = mayLabel && alarm !== undefined && picture !== undefined
  const open = () => {
    if (!mayEdit) return
    if (state.playing) dispatch({ type: 'toggled' })
    setEdited({ alarm, picture, number: state.index + 1 })
  }
  // The same function for every alarm: a new one would render all controls below the picture before the picture is painted.
  const latest = useRef(open)
  useLayoutEffect(() => {
    latest.current = open
  })
  const openLatest = useCallback(() => latest.current(), [])
  useCommands('alarm-boxes', [
    {
      id: 'alarm.edit-boxes',
      name: 'alarms:command.editBoxes',
      section: 'shell:section.alarms',
      keys: ['E'],
      when: () => mayEdit,
      run: open,
    },
  ])
  return { edited, open: mayEdit ? openLatest : undefined, close: () => setEdited(undefined) }
}
