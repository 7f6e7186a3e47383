import { getFrameImage, type Alarm } from '@winnow/contract'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { buildUrl } from '../../../../lib/api/build-url.ts'
import { Hint } from '../../../../ui/hint.tsx'
import { useDownload } from '../../../../ui/use-download.ts'
import { originalName } from '../../model/original-name.ts'
import type { Picture } from '../../model/prefetch-plan.ts'
import css from './player-bar.module.css'

/** Saves the picture as the device sent it. A link, so that its address can be copied or opened beside. */
export function OriginalLink({ alarm, picture, number }: { alarm: Alarm; picture: Picture; number: number }) {
  const { t } = useTranslation('alarms')
  const { busy, download } = useDownload()
  const params = { id: alarm.id, position: picture.position }
  const save = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!busy)
      void download(getFrameImage, { params, query: { original: true } }, (file) =>
        originalName(alarm, number, file.type),
      )
  }
  return (
    <Hint label={t('player.original')}>
      <a
        className={css['original']}
        href={buildUrl(getFrameImage, params, { original: 'true' })}
        target="_blank"
        rel="noreferrer"
        aria-label={t('player.original')}
        aria-busy={busy || undefined}
        onClick={save}
      >
        <IconDownload size={16} aria-hidden="true" />
      </a>
    </Hint>
  )
}
