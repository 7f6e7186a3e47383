import { createTheme, type MantineThemeOverride } from '@mantine/core'

/**
 * What Mantine's components do by default here. Colours are not in it: they are CSS variables (`base.css`). Nothing may make Mantine
 * write a style tag (responsive props, Grid, SimpleGrid, AppShell, scroll locks), for the content security policy refuses those.
 */
export const mantineTheme: MantineThemeOverride = createTheme({
  primaryColor: 'blue',
  autoContrast: false,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 'md', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    // The page itself never scrolls (its panes do), so there is nothing to lock.
    Modal: { defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 }, radius: 'md' } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, transitionProps: { duration: 80 } } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
  },
})
