import { getAlarmCount } from '@winnow/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { useStore } from '../../lib/create-store.ts'
import { onLive } from '../../lib/live/live.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
// Sends labels that this user could not send on an earlier page. Imported here, since this component is on every page.
import './state/labelling.ts'
import { createAlarmCounter, type NewAlarms } from './model/alarm-counter.ts'
import { inOneTab, notifyStore, readySound } from './state/notify.ts'
import { hintAtPermission } from './state/notify-hint.ts'
import { countQuietly, quietStore } from './state/quiet.ts'
import { tellNewAlarms } from './state/tell-new-alarms.ts'
import { schedule } from '../../lib/schedule.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'

/** The interval of polls without live events, and the delay of a poll after a live event, in milliseconds. */
export const POLL_MS = 60_000
const SOON_MS = 5000

/** Notifies of new true alarms on every page: a desktop notification with a sound. In quiet mode it only counts them. */
export function AlarmNotifier() {
  const { t } = useTranslation('alarms')
  const navigate = useNavigate()
  const isQuiet = useStore(quietStore)
  const wanted = useStore(notifyStore) || isQuiet
  const mayRead = useMay('alarm.read')
  const on = wanted && mayRead

  const tell = useEffectEvent(({ n, minutes }: NewAlarms) => {
    if (isQuiet) {
      countQuietly(n)
      return
    }
    const show = () => {
      window.focus()
      void navigate({ to: '/cams/alarms/{-$id}', params: { id: undefined }, search: { verdict: 'passed' } })
    }
    // All notifications have the same tag, so that a new one replaces the previous one.
    tellNewAlarms(t, t('notify.text', { n, m: minutes }), 'winnow-alarms', show)
  })

  const isNarrow = useIsNarrow()
  const hint = useEffectEvent(() => {
    if (!isQuiet) hintAtPermission(t, isNarrow)
  })

  useEffect(() => (on ? readySound() : undefined), [on])
  useEffect(() => {
    if (!on) return undefined
    hint()
    return inOneTab(() => {
      const counter = createAlarmCounter({
        now: () => new Date(),
        count: async (from, to) => {
          const query = { from: from.toISOString(), to: to.toISOString(), trueOnly: true }
          return (await call(getAlarmCount, { query })).count
        },
      })
      let cancel: (() => void) | undefined
      let soon = false
      let left = false
      const plan = (ms: number) => {
        cancel?.()
        cancel = schedule(() => void check(), ms)
      }
      const check = async () => {
        soon = false
        try {
          const found = await counter.check()
          if (found !== null && !left) tell(found)
        } catch {
          // The next poll includes the alarms that this poll could not count. The connection's banner shows the cause.
        }
        if (!left && !soon) plan(POLL_MS)
      }
      plan(POLL_MS)
      const stopListening = onLive('alarm.changed', () => {
        if (soon) return
        soon = true
        plan(SOON_MS)
      })
      return () => {
        left = true
        cancel?.()
        stopListening()
      }
    })
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- a change of language must not restart the count
  }, [on])
  return null
}
