import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { CameraSelection } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { MenuDropdown } from '../../../../ui/menu-dropdown.tsx'
import bar from '../../../../ui/selection-bar.module.css'
import { historyStore } from '../../../jobs/index.ts'
import { useTamperingFeatures } from '../../state/use-tampering.ts'
import { useSelectedCount } from '../../state/use-selected-count.ts'
import type { BulkAction } from './bulk-dialogs.tsx'
import css from './bulk.module.css'
import { bulkActionStore } from './selection-dialogs.tsx'

interface BulkActionsProps {
  /** The cameras, as the tree selects them. */
  selection: CameraSelection
  onClear: () => void
}

/** The number of selected cameras and the actions on them. Shown while cameras are selected in a list or in the tree. */
export function BulkActions({ selection, onClear }: BulkActionsProps) {
  const { t } = useTranslation(['clients', 'common'])
  const mayWrite = useMay('node.write')
  const { count, cameras } = useSelectedCount(selection)
  const isDisabled = count === undefined || count === 0
  return (
    <section className={bar['bar']} aria-label={t('bulk.region')}>
      <span role="status">{cameras || t('bulk.counting')}</span>
      <Button look="subtle" size="compact-sm" onClick={onClear}>
        {t('common:list.clearSelection')}
      </Button>
      <span className={css['break']} />
      {mayWrite && (
        <>
          <Button disabled={isDisabled} onClick={() => bulkActionStore.set('on')}>
            {t('bulk.on')}
          </Button>
          <Button disabled={isDisabled} onClick={() => bulkActionStore.set('off')}>
            {t('bulk.off')}
          </Button>
        </>
      )}
      <MoreActions isDisabled={isDisabled} onChoose={bulkActionStore.set} />
    </section>
  )
}

const FURTHER = ['snapshots', 'settings', 'move'] as const

interface MoreProps {
  isDisabled: boolean
  onChoose: (action: BulkAction) => void
}

/** The menu of the actions that are needed less often, and the list of jobs. */
function MoreActions({ isDisabled, onChoose }: MoreProps) {
  const { t } = useTranslation(['clients', 'common', 'jobs', 'products', 'schedules'])
  const mayWrite = useMay('node.write')
  const maySwitch = useMay('detect.toggle')
  const mayPause = useMay('schedule.write')
  return (
    <Menu position="top-end" shadow="md" hideDetached={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('bulk.more')} title={t('bulk.more')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown aria-label={t('bulk.more')}>
        {maySwitch && (
          <Menu.Item disabled={isDisabled} onClick={() => onChoose('product')}>
            {t('products:bulk')}
          </Menu.Item>
        )}
        <TamperingActions isDisabled={isDisabled} onChoose={onChoose} />
        {mayPause && (
          <>
            <Menu.Item disabled={isDisabled} onClick={() => onChoose('schedule')}>
              {t('schedules:bulk.apply')}
            </Menu.Item>
            <Menu.Item disabled={isDisabled} onClick={() => onChoose('pause')}>
              {t('override.pause')}
            </Menu.Item>
            <Menu.Item disabled={isDisabled} onClick={() => onChoose('resume')}>
              {t('bulk.resume')}
            </Menu.Item>
          </>
        )}
        {mayWrite && (
          <>
            {FURTHER.map((action) => (
              <Menu.Item key={action} disabled={isDisabled} onClick={() => onChoose(action)}>
                {t(`bulk.${action}`)}
              </Menu.Item>
            ))}
            <Menu.Item color="red" disabled={isDisabled} onClick={() => onChoose('delete')}>
              {t('common:delete')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => historyStore.set(true)}>{t('jobs:title')}</Menu.Item>
      </MenuDropdown>
    </Menu>
  )
}

/** The entries that watch cameras for tampering, for companies that have it. */
function TamperingActions({ isDisabled, onChoose }: MoreProps) {
  const { t } = useTranslation('products')
  const hasTampering = useTamperingFeatures().fixed
  const mayWatch = useMay('tampering.write')
  if (!hasTampering || !mayWatch) return null
  return (['tamperingOn', 'tamperingOff'] as const).map((action) => (
    <Menu.Item key={action} disabled={isDisabled} onClick={() => onChoose(action)}>
      {t(`tampering.${action}`)}
    </Menu.Item>
  ))
}
