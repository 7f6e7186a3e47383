import type { AlarmRule } from '@winnow/contract'
import type { Rect } from './view-transform.ts'

type Point = readonly [number, number]

/** What a finding of a rule draws on one picture, in pixels of the stage. */
export interface RuleMark {
  key: string
  /** The zone in which it was; undefined for the whole picture. */
  zone: { name: string; points: Point[]; isFilled: boolean } | undefined
  boxes: Rect[]
  /** Spots around the feet, for rules that are shown as heat. */
  spots: { x: number; y: number; radius: number }[]
  /** What is written below what was found: for how long it stays, or its plate. */
  notes: { x: number; y: number; text: string }[]
}

/** The words of a note. */
interface NoteWords {
  stayed: (seconds: number, zone: string | null) => string
}

const placed = (box: Rect, picture: Rect): Rect => ({
  x: picture.x + box.x * picture.width,
  y: picture.y + box.y * picture.height,
  width: box.width * picture.width,
  height: box.height * picture.height,
})

/** A plate as it was read and, where that is another text, as it is listed. */
const plateText = (read: string, plate: AlarmRule['plate']): string =>
  plate?.read === read && plate.listed !== null && plate.listed !== read ? `${read} → ${plate.listed}` : read

/** What is written at a box; undefined for rules that measure no time and read no plate. */
function noteOf({ seconds, plate, zone }: AlarmRule, label: string, words: NoteWords): string | undefined {
  if (plate !== null) return plateText(label, plate)
  return seconds === null ? undefined : words.stayed(seconds, zone?.name ?? null)
}

/** A spot is as wide as what stands there, and never a mere dot. */
const LEAST_RADIUS = 12

/**
 * What the findings of rules draw on a picture. A rule that could not look has nothing to show.
 * @param frame position of the picture in its alarm
 * @param rect the picture's rectangle in the stage
 */
export function ruleMarks(findings: readonly AlarmRule[], frame: number, rect: Rect, words: NoteWords): RuleMark[] {
  return findings
    .filter(({ outcome }) => outcome !== 'not-seen')
    .map((finding, index) => {
      const { ruleId, category, zone, boxes, visualType } = finding
      const shown = boxes.filter((box) => box.frame === frame)
      const here = shown.map(({ box }) => placed(box, rect))
      return {
        key: `${ruleId} ${category ?? ''} ${index}`,
        zone: zone
          ? {
              name: zone.name,
              points: zone.points.map(([x, y]): Point => [rect.x + x * rect.width, rect.y + y * rect.height]),
              isFilled: visualType === 'zone',
            }
          : undefined,
        boxes: visualType === 'box' ? here : [],
        spots:
          visualType === 'heat'
            ? here.map(({ x, y, width, height }) => ({
                x: x + width / 2,
                y: y + height,
                radius: Math.max(LEAST_RADIUS, width),
              }))
            : [],
        notes: shown.flatMap(({ box, label }) => {
          const text = noteOf(finding, label, words)
          const { x, y, height } = placed(box, rect)
          return text === undefined ? [] : [{ x, y: y + height, text }]
        }),
      }
    })
}
