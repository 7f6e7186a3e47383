import { useEffect, useLayoutEffect, useRef } from 'react'
import { addScope, type Command } from './registry.ts'

/**
 * Registers commands while the component is mounted. The list is read at every key press, so `run` and `when` see the latest state. Keys
 * and names must not change while mounted.
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

/** A command that always runs its latest version. */
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
