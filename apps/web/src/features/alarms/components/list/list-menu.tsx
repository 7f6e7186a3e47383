import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { thumbnailsStore } from '../../state/thumbs.ts'

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
      <Menu.Dropdown aria-label={t('listMenu')}>
        <Menu.CheckboxItem checked={thumbnails} onChange={thumbnailsStore.set}>
          {t('thumbnails')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}
