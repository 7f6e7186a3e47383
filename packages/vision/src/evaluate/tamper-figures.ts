import { TAMPER_KINDS } from '../tamper/tamper-facts.ts'
import type { TamperKind } from '../tamper/tamper-facts.ts'
import type { TamperResult } from './tamper-cases.ts'
import { wilson, type Share } from './wilson.ts'

/** How well one kind of tampering is detected. */
export interface TamperFigures {
  kind: TamperKind
  /** Share of the alarms with this kind of tampering that were detected: in total, and by the method of tampering. */
  recall: Share
  byName: { name: string; recall: Share }[]
  /** Share of the untampered alarms that were wrongly detected as this kind. */
  falseAlarms: Share
}

const isFound = ({ facts }: TamperResult, kind: TamperKind): boolean => facts[kind].holds

/** Computes recall and false alarms of each kind. Each alarm counts once, whatever its number of frames. */
export function tamperFiguresOf(results: readonly TamperResult[]): TamperFigures[] {
  const untouched = results.filter((result) => result.kind === null)
  return TAMPER_KINDS.map((kind) => {
    const shareOf = (some: readonly TamperResult[]) =>
      wilson(some.filter((result) => isFound(result, kind)).length, some.length)
    const tampered = results.filter((result) => result.kind === kind)
    const names = Map.groupBy(tampered, ({ name }) => name)
    return {
      kind,
      recall: shareOf(tampered),
      byName: [...names].map(([name, some]) => ({ name, recall: shareOf(some) })),
      falseAlarms: shareOf(untouched),
    }
  })
}

/** Whether an alarm has a false detection of tampering or a missed one. */
export function isWrong(result: TamperResult): boolean {
  return TAMPER_KINDS.some((kind) => isFound(result, kind) !== (result.kind === kind))
}
