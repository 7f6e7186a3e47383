import type { MantineThemeOverride } from '@mantine/core'

/** The components that fade in and out by their `transitionProps`. */
const ANIMATED = ['Modal', 'Drawer', 'Popover', 'Menu', 'Tooltip']

/**
 * Shows dialogs, menus and hints at once, as for people who prefer reduced motion. A test would otherwise wait for the end of each animation, which
 * took a third of the time of the tests.
 */
export function withoutAnimations(theme: MantineThemeOverride): void {
  const components = { ...theme.components }
  for (const name of ANIMATED) {
    const { defaultProps, ...others } = components[name] ?? {}
    components[name] = { ...others, defaultProps: { ...defaultProps, transitionProps: { duration: 0 } } }
  }
  theme.components = components
}
