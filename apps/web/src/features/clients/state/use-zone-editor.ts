import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { editZones, openZones, type Zone, type ZoneAction, type ZoneEditor, zonesOf } from '../model/zone-editor.ts'

/** Holds the zones while they are drawn. `onChange` gets them after every step, also with a zone that is still being drawn. */
export function useZoneEditor(
  zones: readonly Zone[],
  onChange: (zones: Zone[], isDrawing: boolean) => void,
): { state: ZoneEditor; act: (action: ZoneAction) => void } {
  const { t } = useTranslation('rules')
  const [state, setState] = useState(() => openZones(zones))
  // One movement of the pointer can be several steps, before the next rendering.
  const latest = useRef(state)
  const act = (action: ZoneAction) => {
    const next = editZones(latest.current, action, (n) => t('zones.newName', { n }))
    latest.current = next
    setState(next)
    onChange(zonesOf(next), next.areas.drawing !== null)
  }
  return { state, act }
}
