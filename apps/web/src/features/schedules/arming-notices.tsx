import { getSite } from '@winnow/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../lib/errors/error-handler.ts'
import { useLive } from '../../lib/live/live.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { callAcrossLogin } from '../../lib/query/use-operation.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'

/** Says on every page that a disarm was refused, that a site stays disarmed though a message would have armed it, or that a site is not armed in time. For those who may arm. */
export function ArmingNotices() {
  const { t } = useTranslation('schedules')
  const navigate = useNavigate()
  const mayArm = useMay('schedule.write')
  const tell = async (what: 'refused' | 'unarmed' | 'late', siteId: string) => {
    const { name: site } = await callAcrossLogin(getSite, { params: { id: siteId } })
    const run = () => void navigate({ to: '/cams/clients/u', search: { site: siteId, tab: 'arming' } })
    showToast({
      // Many attempts at one site are one message.
      id: `arming-${what}-${siteId}`,
      type: 'warning',
      message: t(`arming.notice.${what}`, { site }),
      actions: [{ label: t('arming.notice.open'), run }],
      isOffer: true,
    })
  }
  useLive('arming.noticed', ({ what, siteId }) => {
    if (mayArm) tell(what, siteId).catch((error: unknown) => handleError(error, { level: 'warning' }))
  })
  return null
}
