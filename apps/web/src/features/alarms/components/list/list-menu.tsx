import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../../lib/create-store.ts'
import { cardsStore } from '../../state/list-cards.ts'
import { quietStore, setQuiet } from '../../state/quiet.ts'
import { testNotification } from '../../state/tell-new-alarms.ts'
import { ModeItems } from '../mode-items.tsx'
import { thumbnailsStore } from '../../state/thumbs.ts'
import { MenuDropdown } from '../../../../ui/menu-dropdown.tsx'

/** Display options of the list. */
export function ListMenu({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation('alarms')
  const isFolded = useStore(cardsStore)
  const isQuiet = useStore(quietStore)
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
        <Menu.CheckboxItem checked={isFolded} onChange={cardsStore.set}>
          {t('fold')}
        </Menu.CheckboxItem>
        <Menu.Item onClick={onChoose}>{t('choose')}</Menu.Item>
        <Menu.Divider />
        <Menu.CheckboxItem checked={isQuiet} onChange={setQuiet}>
          {t('notify.quiet')}
        </Menu.CheckboxItem>
        <Menu.Item onClick={() => void testNotification(t)}>{t('notify.test')}</Menu.Item>
        <ModeItems />
      </MenuDropdown>
    </Menu>
  )
}
