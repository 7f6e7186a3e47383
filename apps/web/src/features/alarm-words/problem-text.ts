import type { TFunction } from 'i18next'

const KNOWN = [
  'not-an-image',
  'unsupported',
  'broken',
  'truncated',
  'too-large',
  'too-many-pixels',
  'too-many-frames',
  'too-many-files',
  'timeout',
  'crashed',
  'too-many-parts',
  'too-deep',
  'part-too-large',
  'part-unread',
  'bad-encoding',
  'no-media',
  'not-fetched',
  'stream-unread',
  'not-mime',
  'unread',
  'schedule-unknown',
] as const

/** A problem of a file in plain words. Unknown codes are shown as they are. */
export function problemText(code: string, t: TFunction<'alarms'>): string {
  const known = KNOWN.find((entry) => entry === code)
  return known === undefined ? t('problem.unknown', { code }) : t(`problem.${known}`)
}
