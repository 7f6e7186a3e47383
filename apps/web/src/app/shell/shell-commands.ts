import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../../lib/commands/registry.ts'
import { useCommands } from '../../lib/commands/use-commands.ts'
import { managesUsers, may, seesClients } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { themeModeStore, useColorScheme } from '../../theme/theme-mode.ts'

interface ShellActions {
  openKeys: () => void
  openPalette: () => void
  toggleSidebar: () => void
}

/** Commands that are there on every page. Single letters are left to the pages. */
export function useShellCommands({ openKeys, openPalette, toggleSidebar }: ShellActions): void {
  const navigate = useNavigate()
  const user = useUser()
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
      run: () => themeModeStore.set(scheme === 'dark' ? 'light' : 'dark'),
    },
    {
      id: 'shell.go-home',
      name: 'shell:command.goHome',
      section: 'shell:section.go',
      keys: ['Alt+H'],
      run: () => navigate({ to: '/cams/dashboard' }),
    },
    {
      id: 'shell.go-alarms',
      name: 'shell:command.goAlarms',
      section: 'shell:section.go',
      keys: ['Alt+A'],
      run: () => navigate({ to: '/cams/alarms/{-$id}' }),
    },
    {
      id: 'shell.go-clients',
      name: 'shell:command.goClients',
      section: 'shell:section.go',
      keys: ['Alt+C'],
      when: () => seesClients(user),
      run: () => navigate({ to: '/cams/clients' }),
    },
    {
      id: 'shell.go-settings',
      name: 'shell:command.goSettings',
      section: 'shell:section.go',
      keys: ['Alt+S'],
      run: () => navigate({ to: '/cams/settings/{-$tab}' }),
    },
    {
      id: 'shell.go-users',
      name: 'shell:command.goUsers',
      section: 'shell:section.go',
      when: () => managesUsers(user),
      run: () => navigate({ to: '/cams/account' }),
    },
    {
      id: 'shell.go-audit',
      name: 'shell:command.goAudit',
      section: 'shell:section.go',
      when: () => may(user, 'audit.read'),
      run: () => navigate({ to: '/cams/audit-log' }),
    },
    {
      id: 'shell.logout',
      name: 'shell:command.logout',
      section: 'shell:section.general',
      run: () => navigate({ to: '/logout' }),
    },
  ]
  useCommands('shell', commands)
}
