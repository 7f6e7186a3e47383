import { isPassed } from './run-alarms.ts'
import { lostByMemory, type SequenceResult } from './run-sequences.ts'

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(3)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Describes the effect of the camera's memory on an alarm. Returns an empty text if the verdict would be the same without the memory. */
function effectOf(result: SequenceResult): string {
  if (result.isPassedAlone === null || result.isPassedAlone === isPassed(result)) return ''
  return isPassed(result) ? ', passed because of what was there before' : ', filtered because of what was there before'
}

function lineOf(result: SequenceResult): string {
  const { alarm, analysis } = result
  const verdict = isPassed(result) ? 'passed  ' : 'filtered'
  const mark = isPassed(result) === alarm.isTrue ? ' ' : '!'
  const [reason] = analysis.reasons
  return `  ${mark} ${clock(alarm.minutes ?? 0)}  ${verdict}  ${alarm.id} (${alarm.condition})  ${reason?.code ?? ''}${effectOf(result)}`
}

function shareOf(results: readonly SequenceResult[]): string {
  const right = results.filter((result) => isPassed(result) === result.alarm.isTrue).length
  const memory = results.filter((result) => effectOf(result) !== '').length
  return `${right} of ${results.length} right${memory > 0 ? `, ${memory} by memory` : ''}`
}

/** Lists the time and the verdict of each alarm, and totals by the content of the alarms. Returns one entry per line. */
export function describeSequences(sequences: readonly (readonly SequenceResult[])[]): string[] {
  const all = sequences.flat()
  const groups = Map.groupBy(all, ({ alarm }) => `${alarm.condition}, ${alarm.isTrue ? 'true' : 'false'}`)
  const lost = lostByMemory(all)
  return [
    ...sequences.flatMap((sequence) => [sequence[0]?.alarm.camera ?? '', ...sequence.map((result) => lineOf(result))]),
    'by what they show',
    ...[...groups].map(([name, results]) => `  ${name}: ${shareOf(results)}`),
    `true alarms lost by memory: ${lost.length}${lost.length > 0 ? ` (${lost.map(({ alarm }) => alarm.id).join(', ')})` : ''}`,
  ]
}
