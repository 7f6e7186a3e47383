import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconCopy,
  IconHistory,
  IconPolygon,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../ui/button.tsx'
import type { MaskAction, MaskEditor } from '../../model/mask-editor.ts'
import css from './masks.module.css'

interface MaskToolsProps {
  state: MaskEditor
  /** Performs an action, and returns the focus to the picture. */
  step: (action: MaskAction) => void
  act: (action: MaskAction) => void
  /** Whether there is no picture to draw on. */
  blind: boolean
  locked: boolean
  saving: { dirty: boolean; busy: boolean; allowed: boolean; save: () => void; discard: () => void }
  onHistory: () => void
  onCopy: (() => void) | undefined
}

/** The tools above the picture. Without the right to change masks, only the history is shown. */
export function MaskTools(props: MaskToolsProps) {
  const { t } = useTranslation(['clients', 'common'])
  const { state, locked, saving, onHistory, onCopy } = props
  return (
    <div className={css['tools']} role="toolbar" aria-label={t('masks.tools')}>
      {!locked && <DrawingTools {...props} />}
      <span className={css['grow']} />
      {saving.dirty && !locked ? (
        <>
          <Button disabled={saving.busy} onClick={saving.discard}>
            {t('form.discard')}
          </Button>
          <Button
            look="primary"
            loading={saving.busy}
            disabled={state.drawing !== null || !saving.allowed}
            onClick={saving.save}
          >
            {t('masks.save')}
          </Button>
        </>
      ) : (
        <>
          {onCopy && (
            <Button leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={onCopy}>
              {t('masks.copy.open')}
            </Button>
          )}
          <Button leftSection={<IconHistory size={16} aria-hidden="true" />} onClick={onHistory}>
            {t('masks.history.open')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The buttons that draw, undo and delete areas. */
export function DrawingTools({ state, step, act, blind }: Pick<MaskToolsProps, 'state' | 'step' | 'act' | 'blind'>) {
  const { t } = useTranslation(['clients', 'common'])
  const { drawing, selected, past, future } = state
  return (
    <>
      {drawing ? (
        <>
          <Button
            look="primary"
            leftSection={<IconCheck size={16} aria-hidden="true" />}
            onClick={() => step({ type: 'finish' })}
          >
            {t('masks.finish')}
          </Button>
          <Button onClick={() => step({ type: 'cancel' })}>{t('common:cancel')}</Button>
        </>
      ) : (
        <Button
          look="primary"
          leftSection={<IconPolygon size={16} aria-hidden="true" />}
          disabled={blind}
          onClick={() => step({ type: 'draw' })}
        >
          {t('masks.draw')}
        </Button>
      )}
      <IconButton
        label={t('common:undo')}
        keys={['Mod+Z']}
        disabled={drawing ? drawing.length === 0 : past.length === 0}
        onClick={() => act({ type: 'undo' })}
      >
        <IconArrowBackUp size={18} />
      </IconButton>
      <IconButton
        label={t('masks.redo')}
        keys={['Mod+Shift+Z']}
        disabled={drawing !== null || future.length === 0}
        onClick={() => act({ type: 'redo' })}
      >
        <IconArrowForwardUp size={18} />
      </IconButton>
      <IconButton
        label={t('masks.deleteArea')}
        disabled={selected === null || drawing !== null}
        onClick={() => selected !== null && step({ type: 'delete-mask', mask: selected })}
      >
        <IconTrash size={18} />
      </IconButton>
    </>
  )
}
