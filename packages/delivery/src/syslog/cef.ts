import type { CameraEvent, Severity } from '@winnow/contract'
import { bestClass } from '../best-class.ts'
import { cameraEventOf, occasionOf, type Occasion } from '../occasion.ts'
import { openLinkOf } from '../open-link.ts'
import type { DeliveryAlarm } from '../payload.ts'

/** The longest name, in characters, so that a whole message stays within the 8,192 bytes that servers must take. */
const MAX_NAME = 200
const MAX_REQUEST = 1023
/** The most ids in `msg`, whose length CEF limits. */
const MOST_IDS = 27

// Characters that no field may hold, and half characters. Line breaks are left to the escapes of their place.
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]+/gu

const shortened = (text: string, max: number): string =>
  Array.from(text.replaceAll(FORBIDDEN, ' ')).slice(0, max).join('')

/** A text in the header of CEF, which may not hold line breaks. */
const cefHeader = (text: string): string =>
  shortened(text, MAX_NAME)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[\\|]/g, (char) => `\\${char}`)

/** A value in the extension of CEF. */
const cefValue = (text: string, max = MAX_NAME): string =>
  shortened(text, max)
    .replaceAll(/[\\=]/g, (char) => `\\${char}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')

const NAMES = { true: 'Alarm', unverified: 'Alarm, not verified', false: 'False alarm' } as const
/** The severities of CEF, 0 to 10. */
const SEVERITIES: Readonly<Record<Occasion, number>> = {
  verified: 9,
  unverified: 6,
  cancelled: 2,
  test: 1,
  idle: 5,
  'idle.ended': 2,
  'connection.lost': 5,
  'connection.restored': 2,
  tampering: 8,
  'tampering.ended': 2,
}

/** Those that the settings of the receiver name. */
const CHOSEN: Readonly<Record<Severity, number>> = { low: 3, medium: 5, high: 8, critical: 10 }

const EVENT_NAMES: Readonly<Record<CameraEvent, string>> = {
  idle: 'Camera idle',
  'idle.ended': 'Camera heard again',
  'connection.lost': 'Connection lost',
  'connection.restored': 'Connection restored',
  tampering: 'Tampering',
  'tampering.ended': 'Tampering over',
}

function nameOf({ type, verdict }: DeliveryAlarm): string {
  const event = cameraEventOf({ type })
  if (event) return EVENT_NAMES[event]
  if (type === 'test') return 'Test'
  return type === 'alarm.corrected' ? `Correction: ${NAMES[verdict]}` : NAMES[verdict]
}

/** The message about an alarm in ArcSight's Common Event Format, version 0. */
export function cefOf(id: string, alarm: DeliveryAlarm): string {
  const link = openLinkOf(alarm) ?? ''
  const found = bestClass(alarm)
  const fields: readonly (readonly [key: string, value: string | undefined])[] = [
    ['externalId', id],
    ['rt', String(Date.parse(alarm.at))],
    ['start', String(Date.parse(alarm.receivedAt))],
    ...(cameraEventOf(alarm) ? [] : ([['outcome', alarm.verdict]] as const)),
    ['cs1Label', cameraEventOf(alarm) ? 'event' : 'alarm'],
    ['cs1', alarm.id],
    ['cs2Label', 'client'],
    ['cs2', alarm.project.name],
    ['cs3Label', 'site'],
    ['cs3', alarm.site.name],
    ['cs4Label', 'camera'],
    ['cs4', alarm.view.name],
    ...(found === undefined
      ? []
      : ([
          ['cs5Label', 'object'],
          ['cs5', found],
        ] as const)),
    ...(alarm.previous
      ? ([
          ['cs6Label', 'previousVerdict'],
          ['cs6', alarm.previous.verdict],
        ] as const)
      : []),
    ...(alarm.gathered
      ? ([
          // The alarms that the message stands for, its own included, and when the last of them was received.
          ['cnt', String(alarm.gathered.alarms.length + 1)],
          ['end', String(Date.parse(alarm.gathered.lastAt))],
          ['msg', alarm.gathered.alarms.slice(0, MOST_IDS).join(' ')],
        ] as const)
      : []),
    ...(alarm.score === null
      ? []
      : ([
          ['cfp1Label', 'score'],
          ['cfp1', alarm.score.toFixed(3)],
        ] as const)),
    // Half a link opens nothing.
    ...(link !== '' && link.length <= MAX_REQUEST ? ([['request', link]] as const) : []),
  ]
  const header = ['CEF:0', 'Winnow', 'Winnow', '1', alarm.type, nameOf(alarm)].map(cefHeader)
  const severity = alarm.severity ? CHOSEN[alarm.severity] : SEVERITIES[occasionOf(alarm)]
  const extension = fields.map(
    ([key, value = '']) => `${key}=${cefValue(value, key === 'request' || key === 'msg' ? MAX_REQUEST : MAX_NAME)}`,
  )
  return `${header.join('|')}|${severity}|${extension.join(' ')}`
}
