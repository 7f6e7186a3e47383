import type { AttachedClip, AttachedPicture } from '../payload.ts'
import type { MailAttachment } from './mailer.ts'

interface Attached {
  picture: AttachedPicture | undefined
  clip: AttachedClip | undefined
}

/** What a mail to a station carries: one file, which is the clip where there is one. */
export function stationAttachments({ picture, clip }: Attached): MailAttachment[] {
  if (clip) return [{ filename: 'alarm.mp4', contentType: 'video/mp4', content: clip.mp4 }]
  return picture ? [{ filename: 'alarm.jpg', contentType: 'image/jpeg', content: picture.jpeg }] : []
}
