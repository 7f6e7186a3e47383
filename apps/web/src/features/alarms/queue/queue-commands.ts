import type { Command } from '../../../lib/commands/registry.ts'
import { reasonCommands } from '../components/alarm-commands.ts'

interface QueueActions {
  /** Whether an alarm is on screen that the operator can decide. */
  has: () => boolean
  label: (to: boolean) => void
  /** Gives the reason of a digit key, and with it a label. */
  reason: (digit: number) => void
  skip: () => void
  handOver: () => void
  canUndo: () => boolean
  undo: () => void
  note: () => void
  canFold: () => boolean
  fold: () => void
  close: () => void
}

/** The keys of the review queue. Keys that the list of alarms has too do the same here. */
export function queueCommands(actions: QueueActions): Command[] {
  const section = 'shell:section.alarms' as const
  const when = actions.has
  return [
    {
      id: 'alarm.label-true',
      name: 'alarms:command.labelTrue',
      section,
      keys: ['T', 'Shift+T'],
      when,
      run: () => actions.label(true),
    },
    {
      id: 'alarm.label-false',
      name: 'alarms:command.labelFalse',
      section,
      keys: ['F', 'Shift+F'],
      when,
      run: () => actions.label(false),
    },
    ...reasonCommands(when, actions.reason),
    { id: 'review.skip', name: 'review:command.skip', section, keys: ['P'], when, run: actions.skip },
    { id: 'review.hand-over', name: 'review:command.handOver', section, keys: ['H'], when, run: actions.handOver },
    {
      id: 'alarm.undo-label',
      name: 'alarms:command.undo',
      section,
      keys: ['U', 'Mod+Z', 'Backspace'],
      when: actions.canUndo,
      run: actions.undo,
    },
    { id: 'alarm.note', name: 'alarms:command.note', section, keys: ['N'], when, run: actions.note },
    { id: 'alarm.facts', name: 'alarms:command.facts', section, keys: ['I'], when: actions.canFold, run: actions.fold },
    { id: 'review.close', name: 'review:command.close', section, keys: ['Escape'], run: actions.close },
  ]
}
