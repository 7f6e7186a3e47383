import { useRef, useState } from 'react'
import { editMasks, type MaskAction, openEditor } from '../../clients/index.ts'

/** Areas that are drawn from nothing. An action returns the finished ones. */
export function useDrawing() {
  const latest = useRef(openEditor([]))
  const [state, setState] = useState(() => openEditor([]))
  // A drag sends several actions between two renderings, so each continues from the latest state.
  const act = (action: MaskAction): [number, number][][] => {
    latest.current = editMasks(latest.current, action)
    setState(latest.current)
    return latest.current.masks.map((area) => [...area])
  }
  return { state, act }
}
