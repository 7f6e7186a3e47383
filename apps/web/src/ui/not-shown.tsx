import { getFrameImage, type Alarm, type Frame } from '@winnow/contract'
import { IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../lib/formats/use-formats.ts'
import { Button } from './button.tsx'
import { originalName } from './original-name.ts'
import { useDownload } from './use-download.ts'

type Named = Pick<Alarm, 'id' | 'viewName' | 'receivedAt'>

/** A frame of which only the original file exists. */
export type HiddenFrame = Frame & { original: NonNullable<Frame['original']> }

/** Frames that cannot be shown, in order. Clips are listed elsewhere. */
export function hiddenFrames(frames: readonly Frame[]): HiddenFrame[] {
  return frames.flatMap((frame) =>
    frame.kind === 'still' && frame.url === null && frame.original !== null
      ? [{ ...frame, original: frame.original }]
      : [],
  )
}

/** Why a picture is not shown. */
export function notShownText({ problem }: Pick<Frame, 'problem'>, t: TFunction<'alarms'>): string {
  if (problem === null) return t('hidden.notYet')
  return t(problem === 'too-many-pixels' || problem === 'too-large' ? 'hidden.tooLarge' : 'hidden.unreadable')
}

/** Saves the file of a picture that is not shown, as the device sent it. */
export function useHiddenDownload(alarm: Named, frame: HiddenFrame) {
  const { busy, download } = useDownload()
  const { position } = frame
  const save = () =>
    void download(getFrameImage, { params: { id: alarm.id, position }, query: { original: true } }, (file) =>
      originalName(alarm, position + 1, file.type),
    )
  return { busy, save }
}

/** A button that saves the file of a hidden picture. `says`: also shows why it is hidden. */
export function HiddenDownload({ alarm, frame, says = false }: { alarm: Named; frame: HiddenFrame; says?: boolean }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const { busy, save } = useHiddenDownload(alarm, frame)
  const size = formats.bytes(frame.original.bytes)
  const label = says
    ? t('hidden.downloadWhy', { n: frame.position + 1, why: notShownText(frame, t), size })
    : t('hidden.download', { n: frame.position + 1, size })
  return (
    <Button size="compact-sm" loading={busy} leftSection={<IconDownload size={14} aria-hidden="true" />} onClick={save}>
      {label}
    </Button>
  )
}
