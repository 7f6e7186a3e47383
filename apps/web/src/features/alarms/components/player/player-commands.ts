import type { Command } from '../../../../lib/commands/registry.ts'
import { LAYER_KEYS, LAYERS, toggleAnnotation, toggleLayer } from '../../model/layers.ts'
import { stepLook, usualLook } from '../../model/picture-look.ts'
import { layerStore } from '../../state/layer-store.ts'
import { lookStore, toggleCompare } from '../../state/picture-look-store.ts'
import type { Player } from './use-player.ts'
import type { StageView } from './use-stage-view.ts'

const LOOK_KEYS = [
  ['brighter', 'brightness', 1, 'K'],
  ['darker', 'brightness', -1, 'Shift+K'],
  ['moreContrast', 'contrast', 1, 'L'],
  ['lessContrast', 'contrast', -1, 'Shift+L'],
] as const

const SIDES = [
  ['left', 'Mod+ArrowLeft', -1, 0],
  ['right', 'Mod+ArrowRight', 1, 0],
  ['up', 'Mod+ArrowUp', 0, -1],
  ['down', 'Mod+ArrowDown', 0, 1],
] as const

/** The keys that move a zoomed picture, as a drag does. */
const panCommands = (view: StageView): Command[] =>
  SIDES.map(([side, key, x, y]) => ({
    id: `alarm.pan-${side}`,
    name: `alarms:command.pan.${side}`,
    section: 'shell:section.alarms',
    keys: [key],
    when: () => view.view.scale > 1,
    repeat: true,
    run: () => view.look(x, y),
  }))

/** The keys for the look of the picture and for two pictures in one. @param several whether there are pictures to compare */
function lookCommands(several: () => boolean): Command[] {
  const section = 'shell:section.alarms' as const
  return [
    ...LOOK_KEYS.map(([name, part, steps, key]): Command => ({
      id: `alarm.${name}`,
      name: `alarms:command.${name}`,
      section,
      keys: [key],
      repeat: true,
      run: () => lookStore.set((look) => stepLook(look, part, steps)),
    })),
    {
      id: 'alarm.usual-look',
      name: 'alarms:command.usualLook',
      section,
      keys: ['R'],
      run: () => lookStore.set(usualLook),
    },
    { id: 'alarm.compare', name: 'alarms:command.compare', section, keys: ['V'], when: several, run: toggleCompare },
  ]
}

/** The player's keys; the specification sets the first four. */
export function playerCommands(player: Player, view: StageView): Command[] {
  const section = 'shell:section.alarms' as const
  const several = () => player.state.count > 1
  return [
    {
      id: 'alarm.play',
      name: 'alarms:command.play',
      section,
      keys: ['Space'],
      run: () => player.dispatch({ type: 'toggled' }),
    },
    {
      id: 'alarm.next-frame',
      name: 'alarms:command.nextFrame',
      section,
      keys: ['ArrowRight'],
      when: several,
      repeat: true,
      run: () => player.dispatch({ type: 'step', by: 1 }),
    },
    {
      id: 'alarm.previous-frame',
      name: 'alarms:command.previousFrame',
      section,
      keys: ['ArrowLeft'],
      when: several,
      repeat: true,
      run: () => player.dispatch({ type: 'step', by: -1 }),
    },
    {
      id: 'alarm.annotation',
      name: 'alarms:command.annotation',
      section,
      keys: ['S', 'Shift+S'],
      run: () => layerStore.set(toggleAnnotation),
    },
    ...LAYERS.map((layer): Command => ({
      id: `alarm.layer-${layer}`,
      name: `alarms:command.layer.${layer}`,
      section,
      keys: [LAYER_KEYS[layer]],
      run: () => layerStore.set((state) => toggleLayer(state, layer)),
    })),
    { id: 'alarm.zoom-in', name: 'alarms:command.zoomIn', section, keys: ['+'], repeat: true, run: view.zoomIn },
    { id: 'alarm.zoom-out', name: 'alarms:command.zoomOut', section, keys: ['-'], repeat: true, run: view.zoomOut },
    ...panCommands(view),
    ...lookCommands(several),
    { id: 'alarm.fit', name: 'alarms:command.fit', section, keys: ['0'], run: view.reset },
  ]
}
