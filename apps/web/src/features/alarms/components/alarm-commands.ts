import type { Command } from '../../../lib/commands/registry.ts'
import type { Label } from '../model/label-queue.ts'
import { toggleOpensNext } from '../state/label-next.ts'

interface AlarmActions {
  step: (direction: 'next' | 'previous') => void
  label: (to: Label) => void
  /** Gives the reason of a digit key, and a label if there is none. */
  reason: (digit: number) => void
  mayLabel: () => boolean
  canAnalyse: () => boolean
  analyse: () => void
  canUndo: () => boolean
  undo: () => void
  filters: () => void
  mayExport: () => boolean
  exportLabelled: () => void
  newest: () => void
  note: () => void
  canFold: () => boolean
  fold: () => void
  canClose: () => boolean
  close: () => void
}

/** The digit keys, which give the reason of a label. */
export const reasonCommands = (when: () => boolean, reason: (digit: number) => void): Command[] =>
  ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((digit) => ({
    id: `alarm.reason-${digit}`,
    name: `alarms:command.reason.${digit}`,
    section: 'shell:section.alarms',
    keys: [String(digit)],
    when,
    run: () => reason(digit),
  }))

/**
 * The keys of the alarms screen. The specification sets the first four. The list is newest first, so arrow up moves to the newer alarm
 * above. Moving repeats while the key is held; labelling does not.
 */
export function alarmCommands(actions: AlarmActions): Command[] {
  const section = 'shell:section.alarms' as const
  return [
    {
      id: 'alarm.next',
      name: 'alarms:command.next',
      section,
      keys: ['ArrowUp'],
      repeat: true,
      run: () => actions.step('next'),
    },
    {
      id: 'alarm.previous',
      name: 'alarms:command.previous',
      section,
      keys: ['ArrowDown'],
      repeat: true,
      run: () => actions.step('previous'),
    },
    {
      id: 'alarm.label-true',
      name: 'alarms:command.labelTrue',
      section,
      keys: ['T', 'Shift+T'],
      when: actions.mayLabel,
      run: () => actions.label(true),
    },
    {
      id: 'alarm.label-false',
      name: 'alarms:command.labelFalse',
      section,
      keys: ['F', 'Shift+F'],
      when: actions.mayLabel,
      run: () => actions.label(false),
    },
    ...reasonCommands(actions.mayLabel, actions.reason),
    {
      id: 'alarm.label-next',
      name: 'alarms:command.labelNext',
      section,
      when: actions.mayLabel,
      run: toggleOpensNext,
    },
    {
      id: 'alarm.undo-label',
      name: 'alarms:command.undo',
      section,
      keys: ['U', 'Mod+Z', 'Backspace'],
      when: actions.canUndo,
      run: actions.undo,
    },
    {
      id: 'alarm.analyse',
      name: 'alarms:command.analyse',
      section,
      keys: ['J'],
      when: actions.canAnalyse,
      run: actions.analyse,
    },
    { id: 'alarm.newest', name: 'alarms:command.newest', section, keys: ['Home'], run: actions.newest },
    { id: 'alarm.note', name: 'alarms:command.note', section, keys: ['N'], run: actions.note },
    { id: 'alarm.facts', name: 'alarms:command.facts', section, keys: ['I'], when: actions.canFold, run: actions.fold },
    { id: 'alarm.filters', name: 'alarms:command.filters', section, keys: ['/'], run: actions.filters },
    {
      id: 'alarm.export',
      name: 'alarms:command.export',
      section,
      when: actions.mayExport,
      run: actions.exportLabelled,
    },
    {
      id: 'alarm.close',
      name: 'alarms:command.close',
      section,
      keys: ['Escape'],
      when: actions.canClose,
      run: actions.close,
    },
  ]
}
