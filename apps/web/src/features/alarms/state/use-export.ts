import { exportLabelled } from '@winnow/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../lib/api/api-errors.ts'
import type { CallRequest } from '../../../lib/api/call.ts'
import { throttle } from '../../../lib/throttle.ts'
import { useDownload } from '../../../ui/use-download.ts'

/** The interval at which the growing number of bytes is redrawn. */
const DRAWN_MS = 200

/** Exports labelled alarms as a file, with progress and cancellation. */
export function useExport(onDone: () => void) {
  const { t } = useTranslation('alarms')
  const { busy, download } = useDownload()
  const [received, setReceived] = useState(0)
  const running = useRef<AbortController>(undefined)
  // Leaving the dialog cancels the export.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (request: CallRequest<typeof exportLabelled>, now: Date) => {
    const controller = new AbortController()
    running.current = controller
    let soFar = 0
    const draw = throttle(() => setReceived(soFar), DRAWN_MS)
    setReceived(0)
    const isSaved = await download(
      exportLabelled,
      { ...request, signal: controller.signal },
      () => `labelled-alarms-${now.toISOString().slice(0, 10)}.zip`,
      {
        onBytes: (bytes) => {
          soFar = bytes
          draw()
        },
        messageOf: (error) =>
          error instanceof RequestError && error.code === 'UNAVAILABLE' ? t('export.busy') : undefined,
      },
    )
    draw.cancel()
    if (isSaved) onDone()
  }
  return { busy, received, start, stop: () => running.current?.abort() }
}
