import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { thumbnailsStore } from '../../state/thumbs.ts'
import { MenuDropdown } from '../../../../ui/menu-dropdown.tsx'

/** Display options of the list. */
export function ListMenu() {
  const { t } = useTranslation('alarms')
  const thumbnails = useStore(thumbnailsStore)
  return (
    <Menu position="bottom-end" shadow="md" hideDetached={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('listMenu')} title={t('listMenu')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown aria-label={t('listMenu')}>
        <Menu.CheckboxItem checked={thumbnails} onChange={thumbnailsStore.set}>
          {t('thumbnails')}
        </Menu.CheckboxItem>
      </MenuDropdown>
    </Menu>
  )
}
