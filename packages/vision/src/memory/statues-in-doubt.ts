import { gatherSupport, type EnsembleMember } from '../decide/evidence.ts'
import type { Parameters } from '../decide/parameters.ts'
import { iou } from '../detect/boxes.ts'
import type { Detection, ViewSettings } from '../types.ts'

/** The overlap from which a sighting may show the statue itself. */
const SAME_PLACE = 0.3
/**
 * The support from which something else is seen at all: about what one of two models gives to the faintest thing that it reports. At night,
 * people far off got little more from four models (0.07).
 */
const SEEN_AT_ALL = 0.05

const isStatue = ({ class: kind, static: isStatic, masked }: Detection): boolean =>
  kind === 'person' && isStatic && !masked

/**
 * Counts the persons again that the memory takes for statues, if something else in the alarm is seen, however faintly, and does not stand still
 * like them. Without the memory such an alarm may be true because of the statue alone, while the real cause of the alarm is too small or too dark
 * to be seen surely. The memory then knows no more about this cause than the alarm itself, so it must not filter the alarm.
 * @param detections all detections so far, as they were judged one by one
 */
export function withStatuesInDoubt(
  detections: Detection[],
  models: readonly EnsembleMember[],
  { view, parameters }: { view: Pick<ViewSettings, 'wantedClasses'>; parameters: Pick<Parameters, 'measured'> },
): Detection[] {
  const statues = detections.filter(isStatue)
  if (statues.length === 0 || !view.wantedClasses.includes('person')) return detections
  const others = detections.filter(
    (one) => one.moved !== false && !statues.some(({ box }) => iou(box, one.box) > SAME_PLACE),
  )
  const [strongest] = gatherSupport(others, models, parameters)
  if (strongest === undefined || strongest.support < SEEN_AT_ALL) return detections
  return detections.map((one) => (isStatue(one) ? { ...one, static: false, counted: true } : one))
}
