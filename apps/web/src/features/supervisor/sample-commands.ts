import type { Command } from '../../lib/commands/registry.ts'

interface SampleActions {
  /** Whether an alarm is on screen that can be labelled. */
  has: () => boolean
  label: (to: boolean) => void
  /** Gives the reason of a digit key, and the label false if there is none. */
  reason: (digit: number) => void
  step: (by: 1 | -1) => void
  picture: (by: 1 | -1) => void
  isLabelled: () => boolean
  goOn: () => void
}

/** The keys of the sample. Keys that the list of alarms has too do the same here. */
export function sampleCommands(actions: SampleActions): Command[] {
  const section = 'shell:section.alarms' as const
  const when = actions.has
  const keyed = (id: string, name: Command['name'], keys: string[], run: () => void): Command => ({
    id: `sample.${id}`,
    name,
    section,
    keys,
    when,
    run,
  })
  return [
    keyed('label-true', 'alarms:command.labelTrue', ['T', 'Shift+T'], () => actions.label(true)),
    keyed('label-false', 'alarms:command.labelFalse', ['F', 'Shift+F'], () => actions.label(false)),
    ...([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((digit) =>
      keyed(`reason-${digit}`, `alarms:command.reason.${digit}`, [String(digit)], () => actions.reason(digit)),
    ),
    { ...keyed('go-on', 'supervisor:command.goOn', ['N'], actions.goOn), when: actions.isLabelled },
    { ...keyed('previous', 'supervisor:command.previous', ['ArrowUp'], () => actions.step(-1)), repeat: true },
    { ...keyed('next', 'supervisor:command.next', ['ArrowDown'], () => actions.step(1)), repeat: true },
    {
      ...keyed('picture-back', 'supervisor:command.pictureBack', ['ArrowLeft'], () => actions.picture(-1)),
      repeat: true,
    },
    { ...keyed('picture-on', 'supervisor:command.pictureOn', ['ArrowRight'], () => actions.picture(1)), repeat: true },
  ]
}
