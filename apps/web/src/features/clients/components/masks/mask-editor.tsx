import type { Frame, View } from '@winnow/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { useUnsavedChanges } from '../../../../ui/unsaved-changes/use-unsaved-changes.ts'
import type { MaskAction, MaskEditor as Editor } from '../../model/mask-editor.ts'
import { maskedShare, type Polygon } from '../../model/mask-geometry.ts'
import { AreaHelp } from './area-help.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { MaskHistory } from './mask-history.tsx'
import { MaskStage } from './mask-stage.tsx'
import { MaskTools } from './mask-tools.tsx'
import { useLinkedHistory } from './use-linked-history.ts'
import css from './masks.module.css'
import { useMaskSaving } from './use-mask-saving.ts'

/** The masked share of the picture above which a warning is shown, because the camera then detects hardly anything. */
const MAX_MASKED = 0.6

interface MaskEditorProps {
  view: View
  /** The picture to draw on; undefined when the camera has not sent one. */
  frame: Frame | undefined
  /** The alarm that the picture belongs to. */
  alarmId: string | undefined
  /** Areas that are added when the editor opens, and count once they are saved. */
  proposed: readonly Polygon[]
  locked: boolean
}

/** Draws, moves and deletes masks, with undo. Changes take effect when they are saved. */
export function MaskEditor({ view, frame, alarmId, proposed, locked }: MaskEditorProps) {
  const { t } = useTranslation('clients')
  const [open, setOpen] = useState<'history' | 'copy'>()
  const linked = useLinkedHistory()
  // Receives the focus from buttons that disappear or become disabled after their action.
  const stage = useRef<HTMLDivElement>(null)
  const goOnInPicture = () => stage.current?.focus({ preventScroll: true })
  const editing = useMaskSaving(view, { alarmId, proposed: locked ? [] : proposed, onSaved: goOnInPicture })
  const { state, act, dirty, crossed } = editing
  useUnsavedChanges(dirty && !locked, editing.saving)
  const step = (action: MaskAction) => {
    act(action)
    goOnInPicture()
  }
  const closeHistory = () => {
    setOpen(undefined)
    linked.close()
  }
  const blind = frame === undefined
  return (
    <div className={css['editor']}>
      <MaskTools
        state={state}
        step={step}
        act={act}
        blind={blind}
        locked={locked}
        saving={{
          dirty,
          busy: editing.saving,
          allowed: crossed.length === 0 && !editing.overtaken,
          save: editing.save,
          discard: () => {
            editing.discard()
            goOnInPicture()
          },
        }}
        onHistory={() => setOpen('history')}
        onCopy={!locked && view.mask.length > 0 ? () => setOpen('copy') : undefined}
      />
      <AreaHelp state={state} noPicture={blind ? t('masks.noPicture') : undefined} locked={locked} crossed={crossed} />
      {editing.overtaken && (
        <div className={css['overtaken']} role="alert">
          <span>{t('masks.overtaken')}</span>
          <Button size="compact-sm" onClick={editing.discard}>
            {t('masks.takeTheirs')}
          </Button>
          <Button size="compact-sm" onClick={editing.keepMine}>
            {t('masks.keepMine')}
          </Button>
        </div>
      )}
      <FormError error={editing.error} />
      {(!blind || state.masks.length > 0) && (
        <MaskStage
          view={view}
          frame={frame}
          state={state}
          act={act}
          locked={locked}
          stage={stage}
          crossed={crossed}
          theirs={editing.overtaken ? view.mask : []}
        />
      )}
      <Areas state={state} act={act} locked={locked} crossed={crossed} />
      <MaskHistory
        view={view}
        opened={open === 'history' || linked.isOpen}
        locked={locked}
        onClose={closeHistory}
        onRestore={(masks) => {
          closeHistory()
          editing.restore(masks)
        }}
      />
      <CopyDialog view={view} opened={open === 'copy'} onClose={() => setOpen(undefined)} />
    </div>
  )
}

interface AreasProps {
  state: Editor
  act: (action: MaskAction) => void
  locked: boolean
  crossed: readonly number[]
}

/** The areas by number, and how much of the picture they cover. */
function Areas({ state, act, locked, crossed }: AreasProps) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const share = maskedShare(state.masks)
  const { selected } = state
  return (
    <div className={css['below']}>
      {state.masks.length > 0 ? (
        <>
          <ul className={css['areas']} aria-label={t('masks.areas')}>
            {state.masks.map((mask, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the index is the only identity of an area
              <li key={index}>
                <button
                  type="button"
                  aria-pressed={index === selected}
                  data-crossed={crossed.includes(index) || undefined}
                  disabled={locked}
                  onClick={() => act({ type: 'select', mask: index === selected ? null : index })}
                >
                  {t('masks.area', { n: index + 1, count: mask.length })}
                </button>
              </li>
            ))}
          </ul>
          <span data-much={share > MAX_MASKED || undefined}>
            {t(share > MAX_MASKED ? 'masks.much' : 'masks.share', { share: formats.share(share) })}
          </span>
        </>
      ) : (
        <span>{t('masks.none')}</span>
      )}
    </div>
  )
}
