import type { Operation, ReplyOf } from '@winnow/contract'
import { ConnectionError, errorOfResponse } from './api-errors.ts'
import { sessionNumber } from '../session/session-store.ts'
import { buildUrl } from './build-url.ts'
import { reportUnauthorised } from './call.ts'

interface FileUpload<O extends Operation> {
  operation: O
  params?: Record<string, string>
  query?: Record<string, string>
  file: Blob
  type: string
  /** Called with the share of the file that was sent so far, 0–1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file to an upload operation. Uses XMLHttpRequest, since `fetch` does not report upload progress.
 * @throws the errors of `call`
 */
export function uploadFile<O extends Operation>(upload: FileUpload<O>): Promise<ReplyOf<O>> {
  const { operation, params = {}, query = {}, file, type, onProgress, signal } = upload
  return new Promise((resolve, reject) => {
    const session = sessionNumber()
    const request = new XMLHttpRequest()
    request.open(operation.method, buildUrl(operation, params, query))
    request.setRequestHeader('content-type', type)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-requested-with', 'winnow')
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('error', () => reject(new ConnectionError(undefined)))
    request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks its replies against the same contract
        resolve(JSON.parse(request.responseText) as ReplyOf<O>)
        return
      }
      const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' }
      const refuse = (error: Error) => {
        reportUnauthorised(error, session)
        reject(error)
      }
      errorOfResponse(new Response(request.responseText, { status: request.status, headers })).then(refuse, reject)
    })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
