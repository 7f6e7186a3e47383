import { createRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { landingOf } from '../app/landing.ts'
import { NotFound } from '../app/not-found-page.tsx'
import { Shell } from '../app/shell/shell.tsx'
import { isClosedTo } from '../app/suspended.ts'
import { showSuspendedToast } from '../app/turned-away.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { guardScreens } from './guard.ts'
import { rootRoute } from './root.tsx'

const AlarmNotifier = lazy(async () => {
  const { AlarmNotifier: component } = await import('../features/alarms/alarm-notifier.tsx')
  return { default: component }
})

const JobNotifications = lazy(async () => {
  const { JobNotifications: component } = await import('../features/jobs/job-notifications.tsx')
  return { default: component }
})

const AutomationNotices = lazy(async () => {
  const { AutomationNotices: component } = await import('../features/automation/automation-notices.tsx')
  return { default: component }
})

const DeviceNotices = lazy(async () => {
  const { DeviceNotices: component } = await import('../features/automation/device-notices.tsx')
  return { default: component }
})

const ArmingNotices = lazy(async () => {
  const { ArmingNotices: component } = await import('../features/schedules/arming-notices.tsx')
  return { default: component }
})

const ConsentDialogs = lazy(async () => {
  const { ConsentDialogs: component } = await import('../features/consent/consent-dialogs.tsx')
  return { default: component }
})

/** The shell, with the messages that appear on every page: about new alarms, background jobs, cameras that are added, devices, and arming,
 * and with the texts to which the company must agree. */
function Cams() {
  return (
    <Shell>
      <Suspense>
        <AlarmNotifier />
        <JobNotifications />
      </Suspense>
      {/* Each by itself: one that loads slowly must not keep the others from hearing of events. */}
      <Suspense>
        <AutomationNotices />
      </Suspense>
      <Suspense>
        <DeviceNotices />
      </Suspense>
      <Suspense>
        <ArmingNotices />
      </Suspense>
      <Suspense>
        <ConsentDialogs />
      </Suspense>
    </Shell>
  )
}

/** The main application, for logged-in users. Users of a suspended company can open only its payment pages. */
export const camsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cams',
  beforeLoad: ({ context, location, preload, matches }) => {
    const { user } = sessionStore.get()
    if (!user) throw redirect({ to: '/login', search: { redirect: location.href } })
    if (!isClosedTo(user, location.pathname)) return guardScreens({ context, preload, matches })
    if (!preload) showSuspendedToast(context.i18n)
    throw redirect({ to: '/cams/settings/{-$tab}', params: { tab: 'invoices' }, replace: true })
  },
  notFoundComponent: NotFound,
  component: Cams,
})

export const camsIndexRoute = createRoute({
  getParentRoute: () => camsRoute,
  path: '/',
  beforeLoad: () => {
    const { user } = sessionStore.get()
    throw redirect({ to: user ? landingOf(user) : '/login', replace: true })
  },
})
