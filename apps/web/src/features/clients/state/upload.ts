import { type ErrorCode, type ReplyOf, testView } from '@winnow/contract'
import { ConnectionError, errorOfResponse } from '../../../lib/api/api-errors.ts'
import { buildUrl } from '../../../lib/api/build-url.ts'

type Reply = ReplyOf<typeof testView>

/** Types by the end of a file's name, for systems that do not tell the browser. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
}

/** Type of a picture or clip, or `undefined` for anything else. */
export function mediaTypeOf(file: Pick<File, 'name' | 'type'>): string | undefined {
  if (/^(image|video)\//.test(file.type)) return file.type
  return TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? '']
}

interface UploadOptions {
  viewId: string
  file: File
  type: string
  /** Share of the file that has left, 0–1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a picture or clip as a test alarm. `fetch` tells nothing of how far an upload is, so this is the old way.
 * @throws the errors of `call`
 */
export function uploadTest({ viewId, file, type, onProgress, signal }: UploadOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(testView.method, buildUrl(testView, { id: viewId }))
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
        resolve(JSON.parse(request.responseText) as Reply)
        return
      }
      const headers = { 'x-request-id': request.getResponseHeader('x-request-id') ?? '' }
      errorOfResponse(new Response(request.responseText, { status: request.status, headers })).then(reject, reject)
    })
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

const TEST_CODES = ['UNSUPPORTED_MEDIA', 'EMPTY_ALARM', 'TOO_LARGE', 'STORAGE_FULL', 'RATE_LIMITED'] as const

/** The errors of an upload that the test has its own words for. */
export type TestErrorCode = (typeof TEST_CODES)[number]

export function testErrorOf(code: ErrorCode | undefined): TestErrorCode | undefined {
  return TEST_CODES.find((known) => known === code)
}
