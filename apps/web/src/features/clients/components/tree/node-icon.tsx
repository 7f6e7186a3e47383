import { IconBuilding, IconBuildingWarehouse, IconCamera, IconCameraOff } from '@tabler/icons-react'
import type { NodeKind } from '../../model/selection.ts'

const ICONS = { project: IconBuilding, site: IconBuildingWarehouse, view: IconCamera } as const

/** The icon of a client, site or camera. A disabled camera looks disabled. */
export function NodeIcon({ kind, active = true, size = 16 }: { kind: NodeKind; active?: boolean; size?: number }) {
  const Icon = kind === 'view' && !active ? IconCameraOff : ICONS[kind]
  return <Icon size={size} stroke={1.5} aria-hidden="true" />
}
