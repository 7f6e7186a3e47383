import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconEraser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MenuDropdown } from '../../../ui/menu-dropdown.tsx'
import type { WeekAction } from '../model/week-editor.ts'
import { DAYS, type Weekday } from '../model/week-windows.ts'
import { useWindowText } from './use-window-text.ts'

interface DayMenuProps {
  day: Weekday
  /** Whether windows begin on the day. */
  hasWindows: boolean
  act: (action: WeekAction) => void
}

/** What can be done with all windows that begin on a day. */
export function DayMenu({ day, hasWindows, act }: DayMenuProps) {
  const { t } = useTranslation('schedules')
  const { day: nameOf } = useWindowText()
  const name = t('day.menu', { day: nameOf(day) })
  const copy = (to: readonly Weekday[]) => act({ type: 'copy', from: day, to })
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={name} title={name}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown aria-label={name}>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => copy(DAYS)}>
          {t('day.copyToAll')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => copy([1, 2, 3, 4, 5])}>
          {t('day.copyToWorkdays')}
        </Menu.Item>
        {DAYS.filter((other) => other !== day).map((other) => (
          <Menu.Item key={other} leftSection={<IconCopy size={14} />} onClick={() => copy([other])}>
            {t('day.copyTo', { day: nameOf(other) })}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconEraser size={14} />}
          disabled={!hasWindows}
          onClick={() => act({ type: 'clear', day })}
        >
          {t('day.clear')}
        </Menu.Item>
      </MenuDropdown>
    </Menu>
  )
}
