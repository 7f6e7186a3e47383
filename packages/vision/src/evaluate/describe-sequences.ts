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

/** What the camera's memory changed, among the alarms that follow another one of their camera. */
function memoryLines(sequences: readonly (readonly SequenceResult[])[]): string[] {
  const later = sequences.flatMap((sequence) => sequence.slice(1))
  const cameras = sequences.filter(({ length }) => length > 1).length
  const [trueOnes, falseOnes] = [later.filter(({ alarm }) => alarm.isTrue), later.filter(({ alarm }) => !alarm.isTrue)]
  const filtered = falseOnes.filter((result) => !isPassed(result))
  const changed = falseOnes.filter((result) => effectOf(result) !== '')
  const more = changed.filter((result) => !isPassed(result)).length
  const fewer = changed.length - more
  return [
    `alarms after another one of their camera: ${later.length}, of ${cameras} cameras`,
    `  false: ${filtered.length} of ${falseOnes.length} filtered, ${filtered.length - more + fewer} without memory (${more} filtered and ${fewer} passed because of it)`,
    `  true: ${trueOnes.filter(isPassed).length} of ${trueOnes.length} passed`,
  ]
}

/** Lists the time and the verdict of each alarm, and totals by the content of the alarms and by what the memory did. Returns one entry per line. */
export function describeSequences(sequences: readonly (readonly SequenceResult[])[]): string[] {
  const all = sequences.flat()
  const groups = Map.groupBy(all, ({ alarm }) => `${alarm.condition}, ${alarm.isTrue ? 'true' : 'false'}`)
  const lost = lostByMemory(all)
  return [
    ...sequences.flatMap((sequence) => [sequence[0]?.alarm.camera ?? '', ...sequence.map((result) => lineOf(result))]),
    'by what they show',
    ...[...groups].map(([name, results]) => `  ${name}: ${shareOf(results)}`),
    ...memoryLines(sequences),
    `true alarms lost by memory: ${lost.length}${lost.length > 0 ? ` (${lost.map(({ alarm }) => alarm.id).join(', ')})` : ''}`,
  ]
}
