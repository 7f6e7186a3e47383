import { addDetectorFiles, dropDetectorFile, getDetectors } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isAbort } from '../../lib/api/api-errors.ts'
import { uploadFile } from '../../lib/api/upload-file.ts'
import { operationKey, useOperation } from '../../lib/query/use-operation.ts'

export type DropState =
  | { step: 'idle' }
  | { step: 'sending'; name: string; share: number }
  | { step: 'failed'; name: string; error: unknown }

/** Uploads dropped files one after another, and then tests the detectors among them. */
export function useDrop() {
  const queries = useQueryClient()
  const [state, setState] = useState<DropState>({ step: 'idle' })
  const sending = useRef<AbortController>(undefined)
  const add = useOperation(addDetectorFiles, { inlineErrors: true })
  useEffect(() => () => sending.current?.abort(), [])

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0 || sending.current) return
    const control = new AbortController()
    sending.current = control
    const sent: { sha256: string; name: string }[] = []
    let name = ''
    try {
      for (const file of files) {
        ;({ name } = file)
        setState({ step: 'sending', name, share: 0 })
        const { sha256 } = await uploadFile({
          operation: dropDetectorFile,
          file,
          type: 'application/octet-stream',
          onProgress: (share) => setState({ step: 'sending', name: file.name, share }),
          signal: control.signal,
        })
        sent.push({ sha256, name })
      }
      await add.mutateAsync({ body: { files: sent } })
      setState({ step: 'idle' })
      void queries.invalidateQueries({ queryKey: operationKey(getDetectors) })
    } catch (error) {
      setState(isAbort(error) ? { step: 'idle' } : { step: 'failed', name, error })
    } finally {
      sending.current = undefined
    }
  }
  return { state, send, cancel: () => sending.current?.abort() }
}
