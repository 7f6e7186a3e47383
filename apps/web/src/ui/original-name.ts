import type { Alarm } from '@winnow/contract'
import { fileEnding } from '@winnow/domain'

/** The file name of a saved picture or clip: camera, time of receipt (in UTC, so that names sort by time), and number within the alarm. */
export function originalName(alarm: Pick<Alarm, 'viewName' | 'receivedAt'>, number: number, mediaType: string): string {
  // Replaces characters that some file systems refuse.
  const camera = alarm.viewName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim()
  const time = new Date(alarm.receivedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${camera} ${time}Z ${number}.${fileEnding(mediaType)}`
}
