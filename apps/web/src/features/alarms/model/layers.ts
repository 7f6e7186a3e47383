import { z } from 'zod'

/** What can be drawn over the picture. */
export const LAYERS = ['boxes', 'faint', 'masks', 'motion'] as const
export type Layer = (typeof LAYERS)[number]

/** Their hot keys: numbers, in the order of the buttons that show them. */
export const LAYER_KEYS: Readonly<Record<Layer, string>> = { boxes: '1', faint: '2', masks: '3', motion: '4' }

/** Which layers are wanted, and whether the annotation as a whole is shown: the hot key hides everything and brings it back. */
export const layerState = z.object({
  boxes: z.boolean(),
  faint: z.boolean(),
  masks: z.boolean(),
  motion: z.boolean(),
  shown: z.boolean(),
})
export type LayerState = z.output<typeof layerState>

export const defaultLayers: LayerState = { boxes: true, faint: false, masks: true, motion: false, shown: true }

/** Shows or hides the annotation. With no layer wanted, showing would do nothing, so it brings the boxes back. */
export function toggleAnnotation(state: LayerState): LayerState {
  if (state.shown) return { ...state, shown: false }
  const any = LAYERS.some((layer) => state[layer])
  return { ...state, boxes: any ? state.boxes : true, shown: true }
}

/** Switches one layer. A layer that is switched on is seen at once. */
export function toggleLayer(state: LayerState, layer: Layer): LayerState {
  if (!state.shown) return { ...state, [layer]: true, shown: true }
  return { ...state, [layer]: !state[layer] }
}
