import { z } from 'zod'

/** The layers over the picture. */
export const LAYERS = ['boxes', 'faint', 'masks', 'motion'] as const
export type Layer = (typeof LAYERS)[number]

/** Their hot keys. The digits give the reasons of labels. */
export const LAYER_KEYS: Readonly<Record<Layer, string>> = { boxes: 'B', faint: 'D', masks: 'M', motion: 'O' }

/** The chosen layers, and whether they are shown at all: one hot key hides and restores everything. */
export const layerState = z.object({
  boxes: z.boolean(),
  faint: z.boolean(),
  masks: z.boolean(),
  motion: z.boolean(),
  shown: z.boolean(),
})
export type LayerState = z.output<typeof layerState>

export const defaultLayers: LayerState = { boxes: true, faint: false, masks: true, motion: false, shown: true }

/** Shows or hides the layers. If none is chosen, showing switches the boxes on. */
export function toggleAnnotation(state: LayerState): LayerState {
  if (state.shown) return { ...state, shown: false }
  const any = LAYERS.some((layer) => state[layer])
  return { ...state, boxes: any ? state.boxes : true, shown: true }
}

/** Switches one layer. Switching a layer on also shows the layers if they are hidden. */
export function toggleLayer(state: LayerState, layer: Layer): LayerState {
  if (!state.shown) return { ...state, [layer]: true, shown: true }
  return { ...state, [layer]: !state[layer] }
}
