import { setViewMasks, type Frame, type View } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconPolygon, IconTrash } from '@tabler/icons-react'
import { useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { useUnsavedChanges } from '../../../../ui/unsaved-changes/use-unsaved-changes.ts'
import { editMasks, openEditor } from '../../model/mask-editor.ts'
import { maskedShare, MIN_POINTS, type Polygon } from '../../model/mask-geometry.ts'
import { nodeQuery, refreshNode } from '../../state/tree-queries.ts'
import { MaskStage } from './mask-stage.tsx'
import css from './masks.module.css'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/** A camera with more than this masked hardly sees anything. */
const MOST_MASKED = 0.6

interface MaskEditorProps {
  view: View
  /** The picture to draw on; undefined when the camera has not sent one. */
  frame: Frame | undefined
  locked: boolean
}

/** Draws, moves and deletes masks, with undo. They apply once saved. */
export function MaskEditor({ view, frame, locked }: MaskEditorProps) {
  const { t } = useTranslation(['clients', 'common'])
  const formats = useFormats()
  const queries = useQueryClient()
  const [base, setBase] = useState<readonly Polygon[]>(view.mask)
  const [state, act] = useReducer(editMasks, view.mask, openEditor)
  // Receives the focus from buttons that disappear or become disabled after their action.
  const stage = useRef<HTMLDivElement>(null)
  const goOnInPicture = () => stage.current?.focus({ preventScroll: true })
  const dirty = !isSame(state.masks, base) || state.drawing !== null
  if (!isSame(base, view.mask) && !dirty) {
    // A colleague changed the masks while nothing was drawn here.
    setBase(view.mask)
    act({ type: 'reset', masks: view.mask })
  }
  const save = useOperation(setViewMasks, {
    inlineErrors: true,
    onSuccess: async (saved) => {
      queries.setQueryData(nodeQuery('view', saved.id).queryKey, saved)
      setBase(saved.mask)
      act({ type: 'reset', masks: saved.mask })
      goOnInPicture()
      showToast({ type: 'success', message: t('masks.saved') })
      await refreshNode(queries, { projectId: saved.clientId, siteId: saved.siteId, viewId: saved.id })
    },
  })
  useUnsavedChanges(dirty && !locked, save.isPending)
  const share = maskedShare(state.masks)
  const blind = frame === undefined
  const { drawing, selected } = state
  return (
    <div className={css['editor']}>
      {!locked && (
        <div className={css['tools']} role="toolbar" aria-label={t('masks.tools')}>
          {drawing ? (
            <>
              <Button
                look="primary"
                leftSection={<IconCheck size={16} aria-hidden="true" />}
                onClick={() => {
                  act({ type: 'finish' })
                  goOnInPicture()
                }}
              >
                {t('masks.finish')}
              </Button>
              <Button
                onClick={() => {
                  act({ type: 'cancel' })
                  goOnInPicture()
                }}
              >
                {t('common:cancel')}
              </Button>
            </>
          ) : (
            <Button
              look="primary"
              leftSection={<IconPolygon size={16} aria-hidden="true" />}
              disabled={blind}
              onClick={() => {
                act({ type: 'draw' })
                goOnInPicture()
              }}
            >
              {t('masks.draw')}
            </Button>
          )}
          <IconButton
            label={t('common:undo')}
            keys={['Mod+Z']}
            disabled={drawing ? drawing.length === 0 : state.past.length === 0}
            onClick={() => act({ type: 'undo' })}
          >
            <IconArrowBackUp size={18} />
          </IconButton>
          <IconButton
            label={t('masks.redo')}
            keys={['Mod+Shift+Z']}
            disabled={drawing !== null || state.future.length === 0}
            onClick={() => act({ type: 'redo' })}
          >
            <IconArrowForwardUp size={18} />
          </IconButton>
          <IconButton
            label={t('masks.deleteArea')}
            disabled={selected === null || drawing !== null}
            onClick={() => {
              if (selected !== null) act({ type: 'delete-mask', mask: selected })
              goOnInPicture()
            }}
          >
            <IconTrash size={18} />
          </IconButton>
          <span className={css['grow']} />
          {dirty && (
            <>
              <Button
                disabled={save.isPending}
                onClick={() => {
                  save.reset()
                  setBase(view.mask)
                  act({ type: 'reset', masks: view.mask })
                  goOnInPicture()
                }}
              >
                {t('form.discard')}
              </Button>
              <Button
                look="primary"
                loading={save.isPending}
                disabled={drawing !== null}
                onClick={() =>
                  save.mutate({ params: { id: view.id }, body: { mask: state.masks.map((mask) => [...mask]) } })
                }
              >
                {t('masks.save')}
              </Button>
            </>
          )}
        </div>
      )}
      <p className={css['help']} role="status" data-refused={state.refused !== null || undefined}>
        {state.refused
          ? t(`masks.refused.${state.refused}`, { n: MIN_POINTS })
          : drawing
            ? t('masks.drawHelp')
            : blind
              ? t('masks.noPicture')
              : locked
                ? ''
                : t('masks.help')}
      </p>
      <FormError error={save.error} />
      {(!blind || state.masks.length > 0) && (
        <MaskStage view={view} frame={frame} state={state} act={act} locked={locked} stage={stage} />
      )}
      <div className={css['below']}>
        {state.masks.length > 0 ? (
          <>
            <ul className={css['areas']} aria-label={t('masks.areas')}>
              {state.masks.map((mask, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- an area has no name but its place in the list
                <li key={index}>
                  <button
                    type="button"
                    aria-pressed={index === selected}
                    disabled={locked}
                    onClick={() => act({ type: 'select', mask: index === selected ? null : index })}
                  >
                    {t('masks.area', { n: index + 1, count: mask.length })}
                  </button>
                </li>
              ))}
            </ul>
            <span data-much={share > MOST_MASKED || undefined}>
              {t(share > MOST_MASKED ? 'masks.much' : 'masks.share', { share: formats.share(share) })}
            </span>
          </>
        ) : (
          <span>{t('masks.none')}</span>
        )}
      </div>
    </div>
  )
}
