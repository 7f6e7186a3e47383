import type { Alarm } from '@winnow/contract'
import { useEffect, useMemo, useReducer } from 'react'
import { frameDuration, initialPlayer, playerReducer, type PlayerState } from '../../model/player-state.ts'
import { keyPicture, picturesOf, type Picture } from '../../model/prefetch-plan.ts'
import { usePreference } from '../../../../lib/preferences/user-preferences.ts'
import { schedule } from '../../../../lib/schedule.ts'

/** The state of the player: the displayed picture, and the timer while playing. */
export function usePlayer(alarm: Alarm | undefined) {
  const pictures = useMemo(() => picturesOf(alarm?.frames ?? []), [alarm?.frames])
  const start = useMemo(() => (alarm ? keyPicture(pictures, alarm) : 0), [pictures, alarm])
  const [kept, dispatch] = useReducer(playerReducer, initialPlayer)
  const speed = usePreference('interpreterSpeed')
  const alarmId = alarm?.id ?? null
  const count = pictures.length
  const changed = kept.alarmId !== alarmId || kept.count !== count
  // Applied during this render; an effect would show the wrong picture for one frame.
  const state: PlayerState = changed ? playerReducer(kept, { type: 'opened', alarmId, count, start }) : kept
  useEffect(() => {
    if (changed) dispatch({ type: 'opened', alarmId, count, start })
  }, [changed, alarmId, count, start])

  useEffect(() => {
    if (!state.playing || state.count < 2) return undefined
    const offsets = pictures.map((picture) => picture.offsetMs)
    return schedule(() => dispatch({ type: 'tick' }), frameDuration(offsets, state.index, speed))
  }, [state.playing, state.count, state.index, speed, pictures])

  const picture: Picture | undefined = pictures[state.index]
  const { index, playing } = state
  return useMemo(
    () => ({ pictures, picture, state: { alarmId, count, index, playing }, dispatch }),
    [pictures, picture, alarmId, count, index, playing],
  )
}

export type Player = ReturnType<typeof usePlayer>
