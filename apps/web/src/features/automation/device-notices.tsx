import { useQueryClient } from '@tanstack/react-query'
import { getProject, getSite, getView, type LiveEvent } from '@winnow/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../lib/live/live.ts'
import { operationKey } from '../../lib/query/use-operation.ts'
import { reportTreeChange } from '../../lib/tree-changes.ts'
import { showToast } from '../../ui/toasts/toast-store.ts'

/** The time for which a notice is shown, in milliseconds. Set by the specification. */
const NOTICE_MS = 5_000
/** The queries of the tree's panes. */
const PANES = [getProject, getSite, getView] as const

type Refused = Extract<LiveEvent, { type: 'CAMERA_NOT_REGISTERED' }>

/** Reports events of Pelco cameras on every page, and refreshes the tree. */
export function DeviceNotices() {
  const { t } = useTranslation('automation')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const refresh = () => {
    reportTreeChange()
    for (const operation of PANES) void queries.invalidateQueries({ queryKey: operationKey(operation) })
  }

  useLive('CAMERA_REGISTERED', ({ views }) => {
    const [first] = views
    const message =
      views.length === 1 && first ? t('device.registeredOne', first) : t('device.registered', { count: views.length })
    showToast({ type: 'success', message, duration: NOTICE_MS })
    refresh()
  })
  useLive('CAMERA_NOT_REGISTERED', ({ planCapacity: { isValid, message } }: Refused) => {
    const reason = isValid ? t('device.notRegistered') : message || t('device.planFull')
    showToast({ type: 'error', message: reason, duration: NOTICE_MS })
  })
  useLive('DISCONNECT', ({ viewIds, siteId }) => {
    showToast({ type: 'success', message: t('device.disconnected', { count: viewIds.length }), duration: NOTICE_MS })
    const { search } = router.state.location
    const isShown = 'cam' in search && typeof search.cam === 'string' && viewIds.includes(search.cam)
    // The pane of a camera that is gone would load it again, and fail.
    const left = isShown && navigate({ to: '/cams/clients/u', search: { site: siteId }, replace: true })
    void Promise.resolve(left).then(refresh)
  })
  return null
}
