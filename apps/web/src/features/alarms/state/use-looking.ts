import { sayLooking } from '@winnow/contract'
import { useEffect } from 'react'
import { call } from '../../../lib/api/call.ts'
import { isSomeoneThere } from '../../../lib/presence.ts'
import { schedule } from '../../../lib/schedule.ts'
import { beforeLeaving } from '../../../lib/session/before-leaving.ts'

/** Alarms that are passed by a held key are not told. */
const REST_MS = 500
/** Renewed three times within the 45 seconds for which the server remembers. */
const AGAIN_MS = 15_000
const NAME_BYTES = 12

const tab = `tab-${Array.from(crypto.getRandomValues(new Uint8Array(NAME_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
let told: string | undefined

async function say(alarmId: string, gone: boolean): Promise<void> {
  told = gone ? undefined : alarmId
  try {
    await call(sayLooking, { params: { id: alarmId }, body: { tab, gone }, keepalive: gone })
  } catch {
    // Others do not see this user for a while, which is no harm.
  }
}

/** Tells that this user no longer looks at the alarm told last. */
async function sayGone(): Promise<void> {
  if (told !== undefined) await say(told, true)
}

// After a logout the server would refuse it.
beforeLeaving(sayGone)

/** Tells colleagues which alarm this user looks at, while the page is visible and used. */
export function useLooking(alarmId: string | null): void {
  useEffect(() => {
    if (alarmId === null) return undefined
    const tell = () => {
      if (document.visibilityState === 'visible' && isSomeoneThere()) void say(alarmId, false)
    }
    const cancel = schedule(tell, REST_MS)
    const timer = setInterval(tell, AGAIN_MS)
    document.addEventListener('visibilitychange', tell)
    return () => {
      cancel()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [alarmId])
  useEffect(() => {
    const leave = () => void sayGone()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
