import { type ErrorCode, type ReplyOf, testView } from '@winnow/contract'
import { uploadFile } from '../../../lib/api/upload-file.ts'

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

/** Sends a picture or clip as a test alarm. @throws the errors of `call` */
export const uploadTest = ({ viewId, ...upload }: UploadOptions): Promise<Reply> =>
  uploadFile({ operation: testView, params: { id: viewId }, ...upload })

const TEST_CODES = ['UNSUPPORTED_MEDIA', 'EMPTY_ALARM', 'TOO_LARGE', 'STORAGE_FULL', 'RATE_LIMITED'] as const

/** The errors of an upload that the test has its own words for. */
export type TestErrorCode = (typeof TEST_CODES)[number]

export function testErrorOf(code: ErrorCode | undefined): TestErrorCode | undefined {
  return TEST_CODES.find((known) => known === code)
}
