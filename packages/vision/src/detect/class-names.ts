import type { ObjectClass } from '../types.ts'
import { COCO_CLASSES, COCO_LABELS } from './coco-classes.ts'
import type { Sighting } from './detector.ts'

/** The meaning of a network's class numbers. */
export interface ClassNames {
  /** The number of the network's classes. */
  count: number
  /** The Winnow classes that the network can detect, each once. */
  sees: ObjectClass[]
  /** Returns the class and label of a class number. @throws if the number has no label */
  nameOf(index: number): Pick<Sighting, 'class' | 'label'>
}

/** Returns the meaning of a pack's class numbers, from the pack's own labels or from the labels of COCO. */
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
