import type { Detection } from '@winnow/contract'
import type { TFunction } from 'i18next'

/** The usual detectors' labels that have a text. Labels of other detectors are shown as they are. */
const LABELS = [
  'animal',
  'backpack',
  'bag',
  'bear',
  'bicycle',
  'bird',
  'bus',
  'car',
  'cat',
  'cow',
  'cycle',
  'dog',
  'handbag',
  'horse',
  'motorcycle',
  'other',
  'person',
  'sheep',
  'suitcase',
  'train',
  'truck',
  'vehicle',
] as const

function wordOf(label: string, t: TFunction<'alarms'>): string {
  const known = LABELS.find((each) => each === label)
  return known === undefined ? label : t(`sighted.${known}`)
}

/**
 * A detection with its score, e.g. "person 87 %", and the reason if it does not support the alarm. A box that a person has drawn has the
 * person's name in place of a score.
 */
export function sightingText(
  what: string,
  { score, doubt, setBy }: Pick<Detection, 'score' | 'doubt' | 'setBy'>,
  t: TFunction<'alarms'>,
) {
  if (setBy !== undefined) return t('boxes.drawnBy', { what: wordOf(what, t), name: setBy })
  const seen = `${wordOf(what, t)} ${Math.round(score * 100)} %`
  return doubt === null ? seen : t('doubt.sighting', { what: seen, why: t(`doubt.${doubt}`) })
}
