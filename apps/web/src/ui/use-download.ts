import type { Operation } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAbort, RequestError, UnauthorisedError } from '../lib/api/api-errors.ts'
import { type CallRequest, fetchFile } from '../lib/api/call.ts'
import { saveFile } from '../lib/files/save-file.ts'
import { waitForLogin } from '../lib/session/session-store.ts'
import { showToast } from './toasts/toast-store.ts'

async function fetchAcrossLogin<O extends Operation>(
  operation: O,
  request: CallRequest<O>,
  onBytes?: (soFar: number) => void,
): Promise<Blob> {
  try {
    return await fetchFile(operation, request, onBytes)
  } catch (error) {
    if (!(error instanceof UnauthorisedError) || (await waitForLogin()) === 'given-up') throw error
    return fetchFile(operation, request, onBytes)
  }
}

interface DownloadOptions {
  /** Called with the number of bytes received so far. */
  onBytes?: (soFar: number) => void
  /** Explains a known failure instead of "try again"; undefined if unknown. */
  messageOf?: (error: unknown) => string | undefined
}

/**
 * Saves files from the server. The page fetches a file itself, so that a failure is shown here and not in an empty tab. `download` resolves
 * to whether the file was saved.
 */
export function useDownload() {
  const { t } = useTranslation(['common', 'errors'])
  const [busy, setBusy] = useState(false)
  const download = async <O extends Operation>(
    operation: O,
    request: CallRequest<O>,
    nameOf: (file: Blob) => string,
    { onBytes, messageOf }: DownloadOptions = {},
  ): Promise<boolean> => {
    setBusy(true)
    try {
      const file = await fetchAcrossLogin(operation, request, onBytes)
      saveFile(file, nameOf(file))
      return true
    } catch (error) {
      if (isAbort(error) || error instanceof UnauthorisedError) return false
      showToast({
        type: 'error',
        id: `download.${operation.id}`,
        title: t('errors:title.error'),
        message: messageOf?.(error) ?? t('fileError'),
        ...(error instanceof RequestError && error.requestId ? { requestId: error.requestId } : {}),
      })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}
