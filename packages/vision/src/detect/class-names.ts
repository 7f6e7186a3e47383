import type { ObjectClass } from '../types.ts'
import { COCO_CLASSES, COCO_LABELS } from './coco-classes.ts'
import type { Sighting } from './detector.ts'

/** The meaning of a network's class numbers. */
export interface ClassNames {
  /** How many there are. */
  count: number
  /** Our classes among them, each once. The network cannot detect any other. */
  sees: ObjectClass[]
  /** @throws for a number that has no name */
  nameOf(index: number): Pick<Sighting, 'class' | 'label'>
}

/** The names of a pack's classes, by its own labels or by those of COCO. */
export function classNamesOf({
  labels,
  classes,
}: {
  labels: 'coco-80' | readonly string[]
  classes: Readonly<Record<string, ObjectClass>>
}): ClassNames {
  const words = labels === 'coco-80' ? COCO_LABELS : labels
  const meanings = labels === 'coco-80' ? COCO_CLASSES : classes
  const named = words.map((label) => ({ label, class: meanings[label] ?? ('other' as const) }))
  return {
    count: named.length,
    sees: [...new Set(named.map((one) => one.class))],
    nameOf: (index) => {
      const name = named[index]
      if (name === undefined)
        throw new RangeError(`the network speaks of class ${index}, and ${words.length} have labels`)
      return name
    },
  }
}
