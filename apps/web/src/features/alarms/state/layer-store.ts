import { createStoredStore } from '../../../lib/stored.ts'
import { defaultLayers, layerState } from '../model/layers.ts'

/** Which layers this browser shows over pictures. */
export const layerStore = createStoredStore('winnow.alarm-layers', layerState, defaultLayers)
