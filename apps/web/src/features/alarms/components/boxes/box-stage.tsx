import { type CSSProperties, type PointerEvent, type RefObject, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ObjectClass } from '../../model/alarm-filters.ts'
import {
  boxBetween,
  cornerOf,
  CORNERS,
  movedBox,
  withCorner,
  type BoxAction,
  type BoxEditor,
  type EditedBox,
} from '../../model/box-editor.ts'
import type { Picture } from '../../model/prefetch-plan.ts'
import { useBoxGestures, type BoxGestures } from './use-box-gestures.ts'
import css from './boxes.module.css'

const percent = (value: number) => `${value * 100}%`
const area = ({ box }: EditedBox) => box.width * box.height

interface BoxButtonProps {
  each: EditedBox
  /** The number of the box, from 1. */
  n: number
  isChosen: boolean
  /** The number of boxes that are larger. A small box within a large one stays within reach. */
  above: number
  act: (action: BoxAction) => void
  gestures: BoxGestures
}

/** A box, which is moved by dragging it and by arrow keys. */
function BoxButton({ each, n, isChosen, above, act, gestures }: BoxButtonProps) {
  const { t } = useTranslation('alarms')
  const { id, box } = each
  return (
    <button
      type="button"
      className={css['box']}
      data-box={id}
      data-class={each.class}
      aria-pressed={isChosen}
      aria-label={t('boxes.boxOf', { what: t(`class.${each.class}`), n })}
      style={{
        left: percent(box.x),
        top: percent(box.y),
        width: percent(box.width),
        height: percent(box.height),
        zIndex: above,
      }}
      onFocus={() => act({ type: 'select', id })}
      onKeyDown={(event) => gestures.onKey(event, each, ({ x, y }) => movedBox(box, x, y))}
      onPointerDown={(event) =>
        gestures.drag(event, (to, from) => act({ type: 'place', id, box: movedBox(box, to.x - from.x, to.y - from.y) }))
      }
    >
      <span aria-hidden="true">{t(`class.${each.class}`)}</span>
    </button>
  )
}

/** The corners of the chosen box. */
function Corners({ chosen, act, gestures }: Pick<BoxButtonProps, 'act' | 'gestures'> & { chosen: EditedBox }) {
  const { t } = useTranslation('alarms')
  const { id, box } = chosen
  return CORNERS.map((corner) => {
    const at = cornerOf(box, corner)
    return (
      <button
        key={corner}
        type="button"
        className={css['corner']}
        data-box={id}
        data-corner={corner}
        aria-label={t(`boxes.corner.${corner}`)}
        style={{ left: percent(at.x), top: percent(at.y) }}
        onKeyDown={(event) =>
          gestures.onKey(event, chosen, ({ x, y }) => withCorner(box, corner, { x: at.x + x, y: at.y + y }))
        }
        onPointerDown={(event) =>
          gestures.drag(event, (to) => act({ type: 'place', id, box: withCorner(box, corner, to) }))
        }
      />
    )
  })
}

interface BoxStageProps {
  picture: Picture
  alt: string
  state: BoxEditor
  act: (action: BoxAction) => void
  /** The class of a box that is drawn now; undefined if there is no room for another box. */
  drawing: ObjectClass | undefined
  stage: RefObject<HTMLDivElement | null>
}

/**
 * The picture with its boxes. Dragging over the picture draws a box; boxes and the corners of the chosen one are buttons that can be
 * dragged by mouse or finger, and moved with arrow keys.
 */
export function BoxStage({ picture, alt, state, act, drawing, stage }: BoxStageProps) {
  const { t } = useTranslation('alarms')
  const { boxes, selected, nextId } = state
  const ratio = picture.width && picture.height ? picture.width / picture.height : 16 / 9
  const chosen = boxes.find(({ id }) => id === selected)
  const gestures = useBoxGestures(stage, act)
  useLayoutEffect(() => {
    // A box that was just added or chosen takes the keys. A corner of it may have them already.
    if (selected === null || stage.current?.contains(document.activeElement) === false) return
    const current = document.activeElement?.closest<HTMLElement>('[data-box]')?.dataset['box']
    if (current !== String(selected)) stage.current?.querySelector<HTMLElement>(`[data-box="${selected}"]`)?.focus()
  }, [selected, stage])
  const draw = (event: PointerEvent) => {
    if (event.button === 0) act({ type: 'select', id: null })
    stage.current?.focus({ preventScroll: true })
    if (drawing === undefined) return
    const start = gestures.placeOf(event)
    gestures.drag(
      event,
      (to) => act({ type: 'place', id: nextId, box: boxBetween(start, to) }),
      () => act({ type: 'add', class: drawing, box: boxBetween(start, start) }),
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its role says that it is an editor
    <div
      ref={stage}
      className={css['stage']}
      role="application"
      aria-label={t('boxes.stage')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- receives the focus from buttons that disappear
      tabIndex={0}
      // Keys work from the beginning. Without this, the focus is on the cross of the dialog, outside of the editor.
      data-autofocus
      style={{ '--ratio': ratio, aspectRatio: ratio } as CSSProperties}
      onPointerDown={draw}
    >
      <img src={picture.url} alt={alt} draggable={false} />
      {boxes.map((each, index) => (
        <BoxButton
          key={each.id}
          each={each}
          n={index + 1}
          isChosen={each.id === selected}
          above={boxes.filter((other) => area(other) > area(each)).length}
          act={act}
          gestures={gestures}
        />
      ))}
      {chosen && <Corners chosen={chosen} act={act} gestures={gestures} />}
    </div>
  )
}
