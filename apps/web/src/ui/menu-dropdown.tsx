import { Menu, type MenuDropdownProps } from '@mantine/core'

/**
 * Marks the first item that can be chosen as the one that gets the focus. Without the mark, Mantine would choose a disabled first item,
 * which cannot have the focus, and the keys of the menu would have no effect.
 */
function markFirst(dropdown: HTMLElement | null): void {
  dropdown?.querySelector('[data-menu-item]:not(:disabled)')?.setAttribute('data-autofocus', 'true')
}

/** The items of a menu. Every menu uses it instead of Mantine's `Menu.Dropdown`. */
export function MenuDropdown(props: MenuDropdownProps) {
  return <Menu.Dropdown {...props} ref={markFirst} />
}
