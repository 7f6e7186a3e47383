import { type ErrorCode, type ReplyOf, testView } from '@winnow/contract'
import { uploadFile } from '../../../lib/api/upload-file.ts'

type Reply = ReplyOf<typeof testView>

/** Types by file extension, for systems that do not report them. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
}

/** Returns the media type of a picture or clip; `undefined` for any other file. */
export function mediaTypeOf(file: Pick<File, 'name' | 'type'>): string | undefined {
  if (/^(image|video)\//.test(file.type)) return file.type
  return TYPES[file.name.split('.').at(-1)?.toLowerCase() ?? '']
}

const REFERENCE_TYPES: ReadonlySet<string | undefined> = new Set(['image/jpeg', 'image/png'])

/** Whether a file can be the reference picture of a camera: a JPEG or PNG. */
export const isReferenceType = (file: Pick<File, 'name' | 'type'>): boolean => REFERENCE_TYPES.has(mediaTypeOf(file))

interface UploadOptions {
  viewId: string
  file: File
  type: string
  /** The share of the file that was sent, 0–1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a picture or clip as a test alarm. @throws the errors of `call` */
export const uploadTest = ({ viewId, ...upload }: UploadOptions): Promise<Reply> =>
  uploadFile({ operation: testView, params: { id: viewId }, ...upload })

const TEST_CODES = ['UNSUPPORTED_MEDIA', 'EMPTY_ALARM', 'TOO_LARGE', 'STORAGE_FULL', 'RATE_LIMITED'] as const

/** The codes of upload errors that have their own text. */
export type TestErrorCode = (typeof TEST_CODES)[number]

export function testErrorOf(code: ErrorCode | undefined): TestErrorCode | undefined {
  return TEST_CODES.find((known) => known === code)
}
