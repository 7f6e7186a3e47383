import type { Alarm } from '@winnow/contract'

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
}

/** Name of a saved picture or clip: whose it is, when it came (UTC, so that names sort by time), and its number in the alarm. */
export function originalName(alarm: Pick<Alarm, 'viewName' | 'receivedAt'>, number: number, mediaType: string): string {
  // Signs that some file system refuses.
  const camera = alarm.viewName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()
  const time = new Date(alarm.receivedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${camera} ${time}Z ${number}.${ENDINGS[mediaType] ?? 'bin'}`
}
