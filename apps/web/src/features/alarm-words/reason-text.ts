import { type Alarm, OBJECT_CLASSES } from '@winnow/contract'
import type { TFunction } from 'i18next'
import type { Formats } from '../../lib/formats/use-formats.ts'

/** The reasons with a text. A server may be newer than the console in an open tab, so other codes are shown as they are. */
const KNOWN = [
  'person-detected',
  'vehicle-moved',
  'cycle-moved',
  'vehicle-present',
  'cycle-present',
  'object-detected',
  'nothing-moved',
  'nothing-detected',
  'below-threshold',
  'below-learnt-threshold',
  'only-masked',
  'only-static',
  'animal-only',
  'not-wanted',
  'single-frame',
  'global-change',
  'fewer-looks',
  'camera-moved',
  'scene-dark',
  'scene-covered',
  'scene-blurred',
  'no-pictures',
  'decode-failed',
  'too-many-pictures',
  'model-failed',
  'deadline',
  'released-at-deadline',
  'analysis-crashed',
  'analysis-timeout',
  'analysis-failed',
  'product-taken',
  'rule-hit',
  'rule-held',
  'rule-not-seen',
  'rule-too-small',
  'no-rule-hit',
  'no-ready-rule',
] as const

/** Reasons about other objects. If an alarm has one of them, the animal was not the only object that was clearly seen. */
const BESIDE_ANIMALS = new Set(['only-masked', 'only-static', 'not-wanted'])

type ObjectClass = (typeof OBJECT_CLASSES)[number]

const isClass = (word: string): word is ObjectClass => OBJECT_CLASSES.some((name) => name === word)

/** The index of a frame among the visible pictures, from 0. */
function pictureIndex(frames: Alarm['frames'], position: unknown): number {
  const shown = frames.filter((frame) => frame.url !== null).toSorted((a, b) => a.position - b.position)
  return shown.findIndex((frame) => frame.position === position)
}

type Reason = Alarm['reasons'][number]

/** One reason of a verdict in plain words. Shares get a percent sign. Pictures get their number on the filmstrip. */
export function reasonText(
  reason: Reason,
  alarm: Pick<Alarm, 'frames' | 'reasons'>,
  t: TFunction<['reasons', 'alarms']>,
  formats: Pick<Formats, 'share' | 'number'>,
): string {
  const code = KNOWN.find((known) => known === reason.code)
  if (code === undefined) return t('reasons:unknown', { code: reason.code })
  const params = reason.params ?? {}
  const share = (value: string | number | undefined) => (typeof value === 'number' ? formats.share(value) : '?')
  const at = pictureIndex(alarm.frames, params['frame'])
  const name = String(params['class'] ?? '')
  // An analysis that was stopped from outside cannot say how far it got.
  if (code === 'deadline' && params['of'] === undefined) return t('reasons:released-at-deadline')
  if (code === 'animal-only' && alarm.reasons.some((other) => BESIDE_ANIMALS.has(other.code)))
    return t('reasons:animal-also')
  return t(`reasons:${code}`, {
    share: share(params['score'] ?? params['share']),
    threshold: share(params['threshold']),
    usual: share(params['usual']),
    picture: at < 0 ? '?' : formats.number(at + 1),
    class: isClass(name) ? t(`alarms:sighted.${name}`) : name,
    count: Number(params['count'] ?? 1),
    frames: params['frames'],
    of: params['of'],
    rule: params['rule'],
  })
}
