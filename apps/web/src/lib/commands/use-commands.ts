import { useEffect, useLayoutEffect, useRef } from 'react'
import { addScope, type Command } from './registry.ts'

/**
 * Puts commands on the screen for as long as the component is there. The list is read anew at every key press, so `run` and `when`
 * always see the latest state; keys and names must not change while mounted.
 */
export function useCommands(
  name: string,
  commands: readonly Command[],
  { enabled = true, exclusive = false }: { enabled?: boolean; exclusive?: boolean } = {},
): void {
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    if (!enabled) return undefined
    const stable = latest.current.map((command) => bound(latest, command))
    return addScope({ name, exclusive, commands: stable })
  }, [name, enabled, exclusive])
}

/** A command that always acts as its newest version. */
function bound(latest: { current: readonly Command[] }, first: Command): Command {
  const now = () => latest.current.find((command) => command.id === first.id)
  return {
    ...first,
    when: () => {
      const command = now()
      return command !== undefined && (command.when?.() ?? true)
    },
    run: () => now()?.run(),
  }
}
