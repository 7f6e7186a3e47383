import type { Command } from '../../../../lib/commands/registry.ts'
import { LAYER_KEYS, LAYERS, toggleAnnotation, toggleLayer } from '../../model/layers.ts'
import { layerStore } from '../../state/layer-store.ts'
import type { Player } from './use-player.ts'
import type { StageView } from './use-stage-view.ts'

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
    { id: 'alarm.fit', name: 'alarms:command.fit', section, keys: ['0'], run: view.reset },
  ]
}
