import { addPelcoCamera, type BodyOf, type LiveEvent } from '@winnow/contract'
import { parsePelcoSerial } from '@winnow/domain'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import { onLive } from '../../../lib/live/live.ts'
import { useOperation } from '../../../lib/query/use-operation.ts'

type Outcome = Extract<LiveEvent, { type: 'CAMERA_REGISTERED' | 'CAMERA_NOT_REGISTERED' }>

/** How long the outcome is waited for after the reply, in milliseconds. It is announced with it; only a lost live stream brings it late. */
const OUTCOME_MS = 30_000

/** Waits for the live event that says what came of a registration. It listens at once, because the event can be faster than the reply. */
function listen(siteId: string, serial: string | undefined, left: AbortSignal) {
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, left])
  let heard: Outcome | undefined
  let tell = (_outcome: Outcome): void => undefined
  const stop = onLive(['CAMERA_REGISTERED', 'CAMERA_NOT_REGISTERED'], (event) => {
    if (event.siteId !== siteId || event.serialNumber !== serial) return
    heard = event
    tell(event)
  })
  signal.addEventListener('abort', stop)
  return {
    stop: () => own.abort(),
    /** Undefined if nothing was heard in time. */
    outcome: () =>
      new Promise<Outcome | undefined>((resolve, reject) => {
        if (heard) return resolve(heard)
        tell = resolve
        const timer = setTimeout(resolve, OUTCOME_MS)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      }),
  }
}

/**
 * Registers a camera at the cloud and waits for what comes of it. The promise is rejected with an error at the field of the serial
 * number if the camera was not registered, and aborted if the form is left.
 */
export function usePelcoRegistration(siteId: string) {
  const { t } = useTranslation(['pelco', 'automation'])
  const add = useOperation(addPelcoCamera, { inlineErrors: true })
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    left.current = new AbortController()
    return () => left.current?.abort()
  }, [])

  return async (body: BodyOf<typeof addPelcoCamera>): Promise<{ id: string; name: string }[]> => {
    const refused = (message: string) =>
      new RequestError(409, message, { errors: [{ field: 'serialNumber', message }] })
    left.current ??= new AbortController()
    const listening = listen(siteId, parsePelcoSerial(body.serialNumber), left.current.signal)
    try {
      await add.mutateAsync({ params: { id: siteId }, body })
      const outcome = await listening.outcome()
      if (outcome?.type === 'CAMERA_REGISTERED') return outcome.views
      if (!outcome) throw refused(t('pelco:noOutcome'))
      const { isValid, message } = outcome.planCapacity
      throw refused(isValid ? t('pelco:unknown') : message || t('automation:device.planFull'))
    } finally {
      listening.stop()
    }
  }
}
