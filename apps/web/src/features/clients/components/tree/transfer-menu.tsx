import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconDotsVertical, IconDownload, IconHistory, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button.tsx'

interface TransferMenuProps {
  onExport: () => void
  onMaskHistory: () => void
}

/** The menu of actions on all clients: import, export, and the history of their masks. */
export function TransferMenu({ onExport, onMaskHistory }: TransferMenuProps) {
  const { t } = useTranslation('clients')
  const navigate = useNavigate()
  return (
    // The menu need not hide itself, because its button cannot be scrolled out of view.
    <Menu position="bottom-end" width={220} loop hideDetached={false} shadow="md">
      <Menu.Target>
        <IconButton label={t('tree.more')}>
          <IconDotsVertical size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUpload size={16} />}
          onClick={() => void navigate({ to: '/cams/clients/import/{-$id}', params: {} })}
        >
          {t('tree.import')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={onExport}>
          {t('tree.export')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={onMaskHistory}>
          {t('tree.maskHistory')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
