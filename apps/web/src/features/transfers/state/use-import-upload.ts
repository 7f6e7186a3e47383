import { listImports, type TreeImport, uploadImport } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAbort, UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { uploadFile } from '../../../lib/api/upload-file.ts'
import { operationKey } from '../../../lib/query/use-operation.ts'
import { waitForLogin } from '../../../lib/session/session-store.ts'

/** `checking`: the file was sent, and the server plans its lines. */
export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; name: string; share: number }
  | { step: 'checking'; name: string }
  | { step: 'failed'; name: string; error: unknown }

/** Uploads a file. Leaving the page cancels the upload. @param onDone gets the import that the server has prepared */
export function useImportUpload(onDone: (ready: TreeImport) => void) {
  const queries = useQueryClient()
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    const { name } = file
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    const upload = () => {
      setState({ step: 'sending', name, share: 0 })
      return uploadFile({
        operation: uploadImport,
        query: { fileName: name.slice(0, 200) },
        file,
        type: 'text/csv',
        signal: control.signal,
        onProgress: (share) => setState(share < 1 ? { step: 'sending', name, share } : { step: 'checking', name }),
      })
    }
    try {
      const ready = await upload().catch(async (error: unknown) => {
        if (!(error instanceof UnauthorisedError) || (await waitForLogin()) === 'given-up') throw error
        return upload()
      })
      void queries.invalidateQueries({ queryKey: operationKey(listImports) })
      onDone(ready)
    } catch (error) {
      if (!isAbort(error)) setState({ step: 'failed', name, error })
    }
  }
  const cancel = () => {
    running.current?.abort()
    setState({ step: 'idle' })
  }
  return { state, send, cancel }
}
