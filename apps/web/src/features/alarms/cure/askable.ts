import { type Alarm, type AlarmCamera, ASKED_CURES, type AskedCure, type Permission } from '@winnow/contract'
import { type Cure, refusalOf } from './refusals.ts'

/** The permission of each cure. */
export const PERMISSION_OF = {
  mask: 'mask.write',
  mute: 'schedule.write',
  sensitivity: 'node.write',
  resend: 'integration.manage',
  share: 'share.manage',
} as const satisfies Record<AskedCure, Permission>

/** Whether the alarm was sent to a receiver, or should have been. */
export const wasSent = ({ deliveries }: Pick<Alarm, 'deliveries'>): boolean =>
  deliveries.some(({ state }) => state === 'sent' || state === 'given-up')

const isOfCamera = (cure: AskedCure): cure is Cure => cure !== 'resend' && cure !== 'share'

/**
 * What somebody can ask an administrator for at an alarm: what they lack the right to. What nobody can do at this camera cannot be asked
 * for, nor can a message be sent again that was never sent.
 */
export function askableCures(
  camera: Pick<AlarmCamera, 'mayWrite' | 'ptz' | 'createdByApi'>,
  may: (permission: Permission) => boolean,
  hasDeliveries: boolean,
): AskedCure[] {
  return ASKED_CURES.filter((cure) => {
    const has = may(PERMISSION_OF[cure])
    if (!isOfCamera(cure)) return !has && (cure === 'share' || hasDeliveries)
    // Asked as somebody with every right, the rest are reasons that hold for administrators too.
    const isPossible = refusalOf(cure, { ...camera, mayWrite: true }, true) === undefined
    return isPossible && refusalOf(cure, camera, has) === 'right'
  })
}
