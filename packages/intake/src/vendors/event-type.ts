import type { EventType } from '../signal.ts'
import { fold } from '../text/fold.ts'

/** The words of devices for each type of event. The most specific types come first: "Smart Motion Human" is a person, not motion. */
const WORDS: readonly [EventType, RegExp][] = [
  [
    'videoloss',
    /video ?loss|loss of video|no video|signal lost|lost signal|watchdog|视频丢失|video ?(signal ?)?(verlust|ausfall)|perdida de (video|senal)|perte (de )?(la )?video|perdita (del )?(video|segnale)|perda de (video|sinal)/,
  ],
  [
    'tamper',
    /tamper|shelter|video ?blind|defocus|un ?focus|scene ?change|blocked lens|lens covered|camera (was )?(covered|moved|masked)|abnormal ?detection|视频遮挡|遮挡|场景变更|sabotage|manipulation|sabotaje|manipulacion|manomissione|oscuramento|adulteracao|obstrucao|masquage|szenen ?wechsel|cambio (de |di )?(escena|scena)|changement de scene|mudanca de cena/,
  ],
  [
    'line',
    /line ?(crossing|detect|cross)|cross(ed|ing)? ?line|crossed (the )?line|tripwire|trip ?wire|linecounter|object ?direction|越界|绊线|linien? ?(uberschreitung|uberquer\w*|uberschritten)|stolperdraht|cruce de linea|franchissement (de )?(la )?ligne|(superamento|attraversamento) (della )?linea|cruzamento de linha|fil piege|cable trampa/,
  ],
  [
    'field',
    /intrusion|intruder|field ?detect|region ?(entrance|exiting|enter|exit)|cross ?region|perimeter|loiter|wander|object ?(entered|exited|dwell|appeared|left|removed|abandoned)|enter ?area|leave ?area|access ?zone|leave ?zone|left ?detection|unattended|区域入侵|入侵|einbruch|eindring|bereichs?(eintritt|austritt)|herumlungern|merodeo|vagabundeo|intrusione|intrusao|intruso|intrus\b|(entrada|salida|saida) (de|en|na|da|em) (la )?(zona|region|regiao|area)|(entree|sortie) (de|dans) (la )?zone|ingresso (in|nell )?area/,
  ],
  [
    'person',
    /human|person|people|pedestrian|body detect|\bface|人形|人脸|mensch|gesicht|humain|visage|umano|umana|volto|pessoa|rosto|rostro/,
  ],
  [
    'vehicle',
    /vehicle|\bcar\b|truck|number ?plate|license ?plate|\banpr\b|\blpr\b|车辆|机动车|fahrzeug|kennzeichen|vehicul|veicol|veiculo|\btarga\b|matricula/,
  ],
  [
    'io',
    /alarm ?(in|input)\b|input ?alarm|local ?alarm|external ?alarm|\bi\/?o\b|alarm ?local|\bpir\b|\bdoor|sensor|doorbell|报警输入|alarm ?eingang|entrada de alarma|entree (d )?.?alarme|ingresso (di )?allarme|entrada de alarme|turklingel/,
  ],
  [
    'motion',
    /motion|movement|\bvmd\b|\bmd\b|移动侦测|动态检测|object ?detect|recording|bewegung|movimiento|mouvement|movimento/,
  ],
]

/** The type of a device's event, from the first of the given texts that contains a known word. */
export function classifyEvent(...texts: (string | null | undefined)[]): EventType {
  for (const text of texts) {
    if (!text) continue
    const found = classifyText(fold(text.slice(0, 1000)).replace(/[_-]+/g, ' '))
    if (found) return found
  }
  return 'unknown'
}

function classifyText(text: string): EventType | null {
  for (const [type, words] of WORDS) if (words.test(text)) return type
  return null
}

const STOP = '(?:stop|stopped|end|ended|inactive|cleared|off)'
/** The words for the end of an event in all languages of firmware. In a text that a person wrote, they may mean many other things. */
const LISTED = String.raw`(?:${STOP}|stopp|gestoppt|ende|beendet|inaktiv|fin|finalizad[oa]|detenid[oa]|inactiv[oae]|inactif|terminee?|arrete?|fine|terminat[oa]|inattiv[oa]|fim|encerrad[oa]|parad[oa]|inativ[oa])`
const EVENT_WORD = '(?:motion|detection|detected|alarm|event|intrusion|crossing|loss|vmd)'
const LISTED_WORD = String.raw`(?:${EVENT_WORD}|\w*erkennung|\w*bewegung|\w*ereignis|alarma|allarme|alarme|evento|evenement|movimiento|mouvement|movimento)`
const STOP_WORD = new RegExp(String.raw`(?:^|[\s:_-])${LISTED}[\s.!]*$`)
const STOP_PHRASE = new RegExp(String.raw`^.{0,80}${EVENT_WORD}[\s:_-]+${STOP}[\s.!]*$`)
const LISTED_STOP = new RegExp(String.raw`^(?:.{0,80}${LISTED_WORD}[\s:_-]+)?${LISTED}[\s.!]*$`)

/** Whether an event name from the firmware's own list means the end of the event, such as `Motion Detection Stop`. */
export function isStopWord(event: string | null): boolean {
  return event !== null && STOP_WORD.test(fold(event))
}

/**
 * Whether a text means the end of an event, also if a person may have written the text. A rule named "North End" is not
 * the end of an event, and an alarm mistaken for an end would be lost. A word such as "end" must therefore follow
 * directly after a word for an event. In a field that the firmware fills (`isListed`), the word may be alone.
 */
export function isStopPhrase(event: string | null, { isListed }: { isListed: boolean }): boolean {
  return event !== null && (isListed ? LISTED_STOP : STOP_PHRASE).test(fold(event))
}
