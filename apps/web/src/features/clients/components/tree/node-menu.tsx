import { Menu } from '@mantine/core'
import {
  IconBell,
  IconDeviceCctv,
  IconDownload,
  IconFolders,
  IconHistory,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconPolygon,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../../ui/kbd.tsx'
import { MenuDropdown } from '../../../../ui/menu-dropdown.tsx'
import type { TreeNode } from '../../model/tree-levels.ts'
import { useTimeLeft } from '../override/use-time-left.ts'
import css from './tree.module.css'

/** A node and the screen position of its menu. */
export interface MenuAt {
  node: TreeNode
  x: number
  y: number
}

interface NodeMenuProps {
  at: MenuAt | undefined
  canAdd: boolean
  canDelete: boolean
  canAudit: boolean
  /** Whether the user may assign groups. Only a client can be in a group. */
  canGroup: boolean
  onAssign: (node: TreeNode) => void
  /** Whether the user may export clients and sites. */
  canExport: boolean
  onExport: (node: TreeNode) => void
  onClose: () => void
  onAdd: (node: TreeNode) => void
  /** Adds the cameras of a recorder to a site. */
  onAddRecorder: (node: TreeNode) => void
  onRename: (node: TreeNode) => void
  onDelete: (node: TreeNode) => void
  onAlarms: (node: TreeNode) => void
  onAudit: () => void
  /** Shows the changes of the masks of a client's cameras. */
  onMaskHistory: (node: TreeNode) => void
  canPause: boolean
  onPause: (node: TreeNode) => void
  onResume: (node: TreeNode) => void
  /** Arms a site that is armed and disarmed. */
  onArm: (node: TreeNode) => void
  onDisarm: (node: TreeNode) => void
}

/** The context menu of a node at the click position. Arrow keys wrap around; Escape and a click outside close it. */
export function NodeMenu({ at, onClose, ...items }: NodeMenuProps) {
  const { t } = useTranslation('clients')
  const node = at?.node
  return (
    <Menu
      opened={at !== undefined}
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      width={260}
      offset={2}
      loop
      // The menu need not hide itself, because its anchor is a point on the screen, which nothing can cover.
      hideDetached={false}
      returnFocus={false}
    >
      <Menu.Target>
        <span className={css['menuAnchor']} style={{ left: at?.x ?? 0, top: at?.y ?? 0 }} aria-hidden="true" />
      </Menu.Target>
      {node && (
        <MenuDropdown aria-label={t('tree.menuOf', { name: node.name })}>
          <NodeItems node={node} {...items} />
        </MenuDropdown>
      )}
    </Menu>
  )
}

type NodeItemsProps = Omit<NodeMenuProps, 'at' | 'onClose'> & { node: TreeNode }

/** The items of the menu of a node. */
function NodeItems({ node, canAdd, canDelete, onAdd, onAddRecorder, onRename, onDelete, ...ways }: NodeItemsProps) {
  const { t } = useTranslation(['clients', 'common'])
  return (
    <>
      {node.kind !== 'view' && (
        <Menu.Item
          leftSection={<IconPlus size={16} />}
          disabled={!canAdd}
          rightSection={canAdd ? undefined : t('tree.readOnly')}
          onClick={() => onAdd(node)}
        >
          {t(node.kind === 'project' ? 'site.add' : 'camera.add')}
        </Menu.Item>
      )}
      {node.kind === 'site' && canAdd && (
        <Menu.Item leftSection={<IconDeviceCctv size={16} />} onClick={() => onAddRecorder(node)}>
          {t('recorder.open')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPencil size={16} />} rightSection={<Kbd keys="F2" />} onClick={() => onRename(node)}>
        {t('tree.rename')}
      </Menu.Item>
      <WaysOn node={node} {...ways} />
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} />}
        disabled={!canDelete}
        rightSection={canDelete ? <Kbd keys="Delete" /> : t('tree.readOnly')}
        onClick={() => onDelete(node)}
      >
        {t('common:delete')}
      </Menu.Item>
    </>
  )
}

type ArmingItemProps = Pick<NodeMenuProps, 'canPause' | 'onArm' | 'onDisarm'> & { node: TreeNode }

/** Arms or disarms a site. Nothing for sites that are not armed and disarmed. */
function ArmingItem({ node, canPause, onArm, onDisarm }: ArmingItemProps) {
  const { t } = useTranslation(['clients', 'schedules'])
  const isDisarmed = useTimeLeft(node.arming?.endsAt ?? new Date(0).toISOString()) > 0
  if (!node.arming) return null
  return (
    <Menu.Item
      leftSection={isDisarmed ? <IconLock size={16} /> : <IconLockOpen size={16} />}
      disabled={!canPause}
      rightSection={canPause ? undefined : t('tree.readOnly')}
      onClick={() => (isDisarmed ? onArm(node) : onDisarm(node))}
    >
      {t(isDisarmed ? 'schedules:arming.arm' : 'schedules:arming.disarm')}
    </Menu.Item>
  )
}

type PauseItemsProps = Pick<NodeMenuProps, 'canPause' | 'onPause' | 'onResume'> & { node: TreeNode }

/** Pauses a site or camera, and ends its pause. */
function PauseItems({ node, canPause, onPause, onResume }: PauseItemsProps) {
  const { t } = useTranslation('clients')
  if (node.kind === 'project') return null
  return (
    <>
      <Menu.Item
        leftSection={<IconPlayerPause size={16} />}
        disabled={!canPause}
        rightSection={canPause ? undefined : t('tree.readOnly')}
        onClick={() => onPause(node)}
      >
        {t('override.pause')}
      </Menu.Item>
      {canPause && node.ownPauseUntil !== null && (
        <ResumeItem until={node.ownPauseUntil} onClick={() => onResume(node)} />
      )}
    </>
  )
}

/** Ends a pause. Disappears when the pause ends by itself. */
function ResumeItem({ until, onClick }: { until: string; onClick: () => void }) {
  const { t } = useTranslation('clients')
  if (useTimeLeft(until) === 0) return null
  return (
    <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={onClick}>
      {t('override.cancel')}
    </Menu.Item>
  )
}

type WaysOnProps = Pick<
  NodeMenuProps,
  'canAudit' | 'canExport' | 'canGroup' | 'onAlarms' | 'onAssign' | 'onAudit' | 'onExport' | 'onMaskHistory'
> &
  PauseItemsProps &
  ArmingItemProps

/** The further items of the menu, besides renaming, adding and deleting. */
function WaysOn({ node, canAudit, canExport, canGroup, canPause, ...on }: WaysOnProps) {
  const { t } = useTranslation('clients')
  return (
    <>
      <Menu.Item leftSection={<IconBell size={16} />} onClick={() => on.onAlarms(node)}>
        {t('tree.openAlarms')}
      </Menu.Item>
      <ArmingItem node={node} canPause={canPause} onArm={on.onArm} onDisarm={on.onDisarm} />
      <PauseItems node={node} canPause={canPause} onPause={on.onPause} onResume={on.onResume} />
      {canGroup && node.kind === 'project' && (
        <Menu.Item leftSection={<IconFolders size={16} />} onClick={() => on.onAssign(node)}>
          {t('tree.assignGroup')}
        </Menu.Item>
      )}
      {canExport && node.kind !== 'view' && (
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => on.onExport(node)}>
          {t('tree.export')}
        </Menu.Item>
      )}
      {node.kind === 'project' && (
        <Menu.Item leftSection={<IconPolygon size={16} />} onClick={() => on.onMaskHistory(node)}>
          {t('tree.maskHistory')}
        </Menu.Item>
      )}
      {canAudit && (
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={on.onAudit}>
          {t('tree.auditLog')}
        </Menu.Item>
      )}
    </>
  )
}
