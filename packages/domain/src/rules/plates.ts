import type { PlateFact } from './facts.ts'
import { isListed } from './plate-match.ts'
import { NOTHING, type FoundPlate, type Looked, type TaskInput } from './findings.ts'

/**
 * Any plate, or one of the rule's list. Without a list, a plate whose text is a guess is none: lettering of lorries and badges is read as
 * plates, too. With a list, a guess that equals a listed plate is worth a look.
 */
export function lookForPlates({ rule, place, facts, matches, lists }: TaskInput): Looked {
  if (facts.plates === null) return { outcome: 'not-seen', why: 'plates' }
  const listId = rule.meta.listId ?? null
  // A list that was deleted during the analysis.
  if (listId !== null && facts.plates.plates.length > 0 && !lists.includes(listId))
    return { outcome: 'not-seen', why: 'list' }
  const found = facts.plates.plates.flatMap((plate): { plate: PlateFact; of: FoundPlate }[] => {
    if (plate.box !== undefined && !place.holds(plate.box)) return []
    if (listId === null) return plate.isSure ? [{ plate, of: { read: plate.text, listed: null, list: null } }] : []
    // The list may have been asked for a rule that is less strict.
    const match = matches.find(
      (one) =>
        one.listId === listId &&
        one.read === plate.text &&
        one.listed !== null &&
        isListed(plate, one.listed, rule.detectionSimilarityThreshold),
    )
    return match ? [{ plate, of: { read: match.read, listed: match.listed, list: match.list } }] : []
  })
  const [best] = found
  if (best === undefined)
    return facts.plates.isComplete && facts.isComplete ? NOTHING : { outcome: 'not-seen', why: 'plates' }
  return {
    outcome: 'hit',
    boxes: found.flatMap(({ plate: { frame, box, text } }) => (box === undefined ? [] : [{ frame, box, label: text }])),
    plate: best.of,
  }
}
