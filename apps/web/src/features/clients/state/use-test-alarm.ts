import { type Alarm, getAlarm, getSignal, type ReplyOf, type testView, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAbort, UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { useLive } from '../../../lib/live/live.ts'
import { operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { waitForLogin } from '../../../lib/session/session-store.ts'
import { mediaTypeOf, uploadTest } from './upload.ts'

export type TestState =
  | { step: 'idle' }
  | { step: 'uploading'; name: string; share: number }
  | { step: 'failed'; name: string; error: unknown }
  | { step: 'not-media'; name: string }
  | { step: 'sent'; name: string; reply: ReplyOf<typeof testView>; at: number }

const NO_ID = '00000000-0000-0000-0000-000000000000'
/** The polling interval without the live stream. */
const FALLBACK_MS = 2000

/** A test alarm in progress: upload, receipt, verdict. */
export function useTestAlarm(view: View) {
  const queries = useQueryClient()
  const [state, setState] = useState<TestState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    const { name } = file
    const type = mediaTypeOf(file)
    running.current?.abort()
    if (type === undefined) return setState({ step: 'not-media', name })
    const control = new AbortController()
    running.current = control
    setState({ step: 'uploading', name, share: 0 })
    const upload = () =>
      uploadTest({
        viewId: view.id,
        file,
        type,
        signal: control.signal,
        onProgress: (share) => setState({ step: 'uploading', name, share }),
      })
    try {
      const reply = await upload().catch(async (error: unknown) => {
        if (!(error instanceof UnauthorisedError) || (await waitForLogin()) === 'given-up') throw error
        return upload()
      })
      setState({ step: 'sent', name, reply, at: Date.now() })
    } catch (error) {
      if (!isAbort(error)) setState({ step: 'failed', name, error })
    }
    return undefined
  }

  const reply = state.step === 'sent' ? state.reply : undefined
  const signal = useOperationQuery(
    getSignal,
    { params: { id: reply?.duplicateOf ?? reply?.signalId ?? NO_ID } },
    { enabled: reply !== undefined && reply.alarmId === null, quiet: true, refetchInterval: FALLBACK_MS },
  )
  const alarmId = reply?.alarmId ?? (reply && signal.data?.alarmId) ?? undefined
  const [verdictKnown, setVerdictKnown] = useState<string>()
  const alarm = useOperationQuery(
    getAlarm,
    { params: { id: alarmId ?? NO_ID } },
    {
      enabled: alarmId !== undefined,
      quiet: true,
      refetchInterval: alarmId !== undefined && verdictKnown !== alarmId ? FALLBACK_MS : false,
    },
  )
  const known: Alarm | undefined = alarmId === undefined ? undefined : alarm.data
  if (known && known.verdict !== null && verdictKnown !== known.id) setVerdictKnown(known.id)
  useLive(['alarm.changed', 'alarm.created', 'signal.received', 'resync'], (event) => {
    if (event.type === 'signal.received') {
      if (event.id === reply?.signalId) void queries.invalidateQueries({ queryKey: operationKey(getSignal) })
    } else if (event.type === 'resync' || event.id === alarmId)
      void queries.invalidateQueries({ queryKey: operationKey(getAlarm, { params: { id: alarmId ?? NO_ID } }) })
  })
  return {
    state,
    send,
    cancel: () => {
      running.current?.abort()
      setState({ step: 'idle' })
    },
    alarm: known,
    error: signal.error ?? alarm.error,
    /** Whether the message was read and caused no alarm. */
    isWithoutAlarm: reply !== undefined && reply.alarmId === null && signal.data?.state === 'parsed' && !alarmId,
  }
}
