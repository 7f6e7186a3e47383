import { getFrameImage, type Alarm } from '@winnow/contract'
import { IconDownload, IconMovie } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { buildUrl } from '../../../../lib/api/build-url.ts'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Hint } from '../../../../ui/hint.tsx'
import { useDownload } from '../../../../ui/use-download.ts'
import { originalName } from '../../../../ui/original-name.ts'
import type { Picture } from '../../model/prefetch-plan.ts'
import css from './player-bar.module.css'

interface OriginalLinkProps {
  alarm: Alarm
  /** The position of the file in the alarm. */
  position: number
  /** The number in the saved file's name. */
  number: number
  label: string
  icon: typeof IconDownload
}

/** Saves the original file. A link, so that its address can be copied or opened in a tab. */
function OriginalLink({ alarm, position, number, label, icon: Icon }: OriginalLinkProps) {
  const { busy, download } = useDownload()
  const params = { id: alarm.id, position }
  const save = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!busy)
      void download(getFrameImage, { params, query: { original: true } }, (file) =>
        originalName(alarm, number, file.type),
      )
  }
  return (
    <Hint label={label}>
      <a
        className={css['original']}
        href={buildUrl(getFrameImage, params, { original: 'true' })}
        target="_blank"
        rel="noreferrer"
        aria-label={label}
        aria-busy={busy || undefined}
        onClick={save}
      >
        <Icon size={16} aria-hidden="true" />
      </a>
    </Hint>
  )
}

interface OriginalsProps {
  alarm: Alarm
  /** The displayed picture and its number; without one only the clips are offered. */
  picture?: Picture
  number?: number
}

/** Links to save the displayed picture and the clips in their original form. */
export function Originals({ alarm, picture, number = 1 }: OriginalsProps) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  if (!picture && alarm.clips.length === 0) return null
  return (
    <span className={css['originals']}>
      {picture && (
        <OriginalLink
          alarm={alarm}
          position={picture.position}
          number={number}
          label={t('player.original')}
          icon={IconDownload}
        />
      )}
      {alarm.clips.map(({ position, bytes }, index) => (
        <OriginalLink
          key={position}
          alarm={alarm}
          position={position}
          number={index + 1}
          label={t(alarm.clips.length > 1 ? 'player.originalClipOf' : 'player.originalClip', {
            n: index + 1,
            size: formats.bytes(bytes),
          })}
          icon={IconMovie}
        />
      ))}
    </span>
  )
}
