import { editMasks, type MaskEditor, openEditor } from './mask-editor.ts'
import { MAX_MASKS, type Polygon } from './mask-geometry.ts'

/** The smallest side of a proposed area, as a share of the picture. */
const MIN_SIDE = 0.005
const inPicture = (share: number) => Math.min(1, Math.max(0, share))

/** The area of a box in the address: `x,y,width,height`, from 0 to 1. Undefined for what is no such box. */
export function boxAsArea(text: string | undefined): Polygon | undefined {
  const [x, y, width, height, ...more] = (text ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (x === undefined || y === undefined || width === undefined || height === undefined || more.length > 0)
    return undefined
  const [left, top, right, bottom] = [inPicture(x), inPicture(y), inPicture(x + width), inPicture(y + height)]
  // Also refuses what is not a number.
  if (!(right - left >= MIN_SIDE && bottom - top >= MIN_SIDE)) return undefined
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/**
 * Opens the editor with areas added, as a first step that can be undone, and the last of them selected. Areas that are masks already are
 * not added again.
 */
export function openWith(masks: MaskEditor['masks'], proposed: readonly Polygon[]): MaskEditor {
  const editor = openEditor(masks)
  const known = new Set(masks.map((mask) => JSON.stringify(mask)))
  const added = proposed.filter((area) => !known.has(JSON.stringify(area))).slice(0, MAX_MASKS - masks.length)
  if (added.length === 0) return editor
  const all = [...masks, ...added]
  return editMasks(editMasks(editor, { type: 'replace', masks: all }), { type: 'select', mask: all.length - 1 })
}
