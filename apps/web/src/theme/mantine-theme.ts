import { createTheme, type MantineThemeOverride } from '@mantine/core'

/**
 * The default props of Mantine's components. Colours are not set here but by CSS variables (`base.css`). Do not use features with which
 * Mantine writes a style tag (responsive props, Grid, SimpleGrid, AppShell, scroll locks): the content security policy refuses them.
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
    NativeSelect: { defaultProps: { size: 'xs' } },
    // Without the scroll area, the list itself scrolls, which assistive technology knows from the field that controls it (`base.css`).
    Select: { defaultProps: { size: 'xs', withScrollArea: false } },
    Autocomplete: { defaultProps: { size: 'xs', withScrollArea: false } },
    MultiSelect: { defaultProps: { size: 'xs', withScrollArea: false } },
    // Lists and menus stay inside the page's landmark, so that assistive technology finds them there.
    Combobox: { defaultProps: { portalProps: { target: 'main' } } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    // The page itself never scrolls (its panes do), so there is nothing to lock.
    Modal: { defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 }, radius: 'md' } },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, transitionProps: { duration: 80 } } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 80 },
        shadow: 'md',
        // The first item gets the focus (`ui/menu-dropdown.tsx`). Mantine's invisible first element is no valid child of a menu.
        withInitialFocusPlaceholder: false,
        portalProps: { target: 'main' },
      },
    },
  },
})
