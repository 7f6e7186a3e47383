import type { EventType } from '../signal.ts'

/** Words of devices for what happened, the most telling first: "Smart Motion Human" is a person, not motion. */
const WORDS: readonly [EventType, RegExp][] = [
  ['videoloss', /video ?loss|loss of video|no video|signal lost|lost signal|视频丢失/],
  [
    'tamper',
    /tamper|shelter|video ?blind|defocus|un ?focus|scene ?change|blocked lens|lens covered|camera (was )?(covered|moved|masked)|abnormal ?detection|视频遮挡|遮挡|场景变更/,
  ],
  [
    'line',
    /line ?(crossing|detect|cross)|cross(ed|ing)? ?line|crossed (the )?line|tripwire|trip ?wire|linecounter|object ?direction|越界|绊线/,
  ],
  [
    'field',
    /intrusion|intruder|field ?detect|region ?(entrance|exiting|enter|exit)|cross ?region|perimeter|loiter|wander|object ?(entered|exited|dwell|appeared|left|removed|abandoned)|enter ?area|leave ?area|access ?zone|leave ?zone|left ?detection|unattended|区域入侵|入侵/,
  ],
  ['person', /human|person|people|pedestrian|body detect|face|人形|人脸/],
  ['vehicle', /vehicle|\bcar\b|truck|number ?plate|license ?plate|\banpr\b|\blpr\b|车辆|机动车/],
  [
    'io',
    /alarm ?(in|input)\b|input ?alarm|local ?alarm|external ?alarm|\bi\/?o\b|alarm ?local|\bpir\b|door|sensor|doorbell|报警输入/,
  ],
  [
    'motion',
    /motion|movement|\bvmd\b|\bmd\b|移动侦测|动态检测|object ?detect|recording|bewegung|movimiento|mouvement|movimento/,
  ],
]

/** Our word for a device's event, from the first of the given texts that says anything. */
export function classifyEvent(...texts: (string | null | undefined)[]): EventType {
  for (const text of texts) {
    if (!text) continue
    const found = classifyText(text.slice(0, 1000).toLowerCase().replace(/[_-]+/g, ' '))
    if (found) return found
  }
  return 'unknown'
}

function classifyText(text: string): EventType | null {
  for (const [type, words] of WORDS) if (words.test(text)) return type
  return null
}

const STOP = '(?:stop|stopped|end|ended|inactive|cleared|off)'
const STOP_WORD = new RegExp(String.raw`(?:^|[\s:_-])${STOP}[\s.!]*$`, 'i')
const STOPPED = String.raw`.{0,80}(?:motion|detection|detected|alarm|event|intrusion|crossing|loss|vmd)[\s:_-]+`
const STOP_PHRASE = new RegExp(String.raw`^${STOPPED}${STOP}[\s.!]*$`, 'i')
const LISTED_STOP = new RegExp(String.raw`^(?:${STOPPED})?${STOP}[\s.!]*$`, 'i')

/** Whether an event out of a firmware's own list says that it is over: `Motion Detection Stop`. */
export function isStopWord(event: string | null): boolean {
  return event !== null && STOP_WORD.test(event)
}

/**
 * The same for words that a person may have written. A rule that is called "North End" is no end of anything, and an alarm that is taken
 * for one would be lost; so the mark must follow right upon a word for an event. In a field of the firmware's own it may stand alone.
 */
export function isStopPhrase(event: string | null, { isListed }: { isListed: boolean }): boolean {
  return event !== null && (isListed ? LISTED_STOP : STOP_PHRASE).test(event)
}
