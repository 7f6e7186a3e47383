import type { Command } from '../../../../lib/commands/registry.ts'

type Direction = 'next' | 'previous'

interface SelectionActions {
  extend: (direction: Direction) => void
  hasLine: () => boolean
  toggle: () => void
  pickAll: () => void
  canPickAll: () => boolean
  clear: () => void
  canClear: () => boolean
  canShow: (isOpen: boolean) => boolean
  show: (isOpen: boolean) => void
}

/** The keys of selections and cards. The arrows right and left alone step through pictures, as the specification says. */
export function selectionCommands(actions: SelectionActions): Command[] {
  const section = 'shell:section.alarms' as const
  const { hasLine: when } = actions
  return [
    {
      id: 'alarm.extend-up',
      name: 'alarms:command.extendUp',
      section,
      keys: ['Shift+ArrowUp'],
      repeat: true,
      when,
      run: () => actions.extend('next'),
    },
    {
      id: 'alarm.extend-down',
      name: 'alarms:command.extendDown',
      section,
      keys: ['Shift+ArrowDown'],
      repeat: true,
      when,
      run: () => actions.extend('previous'),
    },
    { id: 'alarm.pick', name: 'alarms:command.pick', section, keys: ['X'], when, run: actions.toggle },
    {
      id: 'alarm.pick-all',
      name: 'alarms:command.pickAll',
      section,
      keys: ['Mod+A'],
      when: actions.canPickAll,
      run: actions.pickAll,
    },
    {
      id: 'alarm.unpick',
      name: 'alarms:command.unpick',
      section,
      keys: ['Escape'],
      when: actions.canClear,
      run: actions.clear,
    },
    {
      id: 'alarm.open-card',
      name: 'alarms:command.openCard',
      section,
      keys: ['Shift+ArrowRight'],
      when: () => actions.canShow(true),
      run: () => actions.show(true),
    },
    {
      id: 'alarm.close-card',
      name: 'alarms:command.closeCard',
      section,
      keys: ['Shift+ArrowLeft'],
      when: () => actions.canShow(false),
      run: () => actions.show(false),
    },
  ]
}
