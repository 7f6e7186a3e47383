import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../../lib/commands/registry.ts'
import { useCommands } from '../../lib/commands/use-commands.ts'
import { chooseThemeMode, useColorScheme } from '../../theme/theme-mode.ts'
import { useDestinations } from './use-menu.ts'

interface ShellActions {
  openKeys: () => void
  openPalette: () => void
  toggleSidebar: () => void
}

/** The commands available on every page. Single letters are reserved for the pages. */
export function useShellCommands({ openKeys, openPalette, toggleSidebar }: ShellActions): void {
  const navigate = useNavigate()
  const destinations = useDestinations()
  const scheme = useColorScheme()
  const commands: Command[] = [
    {
      id: 'shell.palette',
      name: 'shell:command.palette',
      section: 'shell:section.general',
      keys: ['Mod+K'],
      run: openPalette,
      hidden: true,
    },
    { id: 'shell.keys', name: 'shell:command.keys', section: 'shell:section.general', keys: ['?'], run: openKeys },
    {
      id: 'shell.sidebar',
      name: 'shell:command.sidebar',
      section: 'shell:section.general',
      keys: ['['],
      run: toggleSidebar,
    },
    {
      id: 'shell.theme',
      name: 'shell:command.theme',
      section: 'shell:section.general',
      keys: ['Alt+T'],
      run: () => chooseThemeMode(scheme === 'dark' ? 'light' : 'dark'),
    },
    ...destinations.flatMap(({ id, to, goTo }): Command[] =>
      goTo ? [{ ...goTo, id: `shell.go-${id}`, section: 'shell:section.go', run: () => navigate({ to }) }] : [],
    ),
    {
      id: 'shell.logout',
      name: 'shell:command.logout',
      section: 'shell:section.general',
      run: () => navigate({ to: '/logout' }),
    },
  ]
  useCommands('shell', commands)
}
