import type { Guide } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyList } from '../../ui/key-list.tsx'
import css from './guide.module.css'
import { GuideVideo } from './guide-video.tsx'

/** The width of the video, and of the dialog's padding at both sides. */
const WIDTH = 768 + 2 * 16

interface GuideDialogProps {
  guide: Guide
  opened: boolean
  onClose: () => void
}

/** The guide of a page: its video, and the keys that work there. */
export function GuideDialog({ guide, opened, onClose }: GuideDialogProps) {
  const { t } = useTranslation('shell')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('guide.title')} size={WIDTH}>
      {opened && (
        <>
          <GuideVideo guide={guide} />
          <h2 className={css['heading']}>{t('keys.title')}</h2>
          <KeyList />
        </>
      )}
    </Dialog>
  )
}
