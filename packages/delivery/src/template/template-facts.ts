import { bestClass } from '../best-class.ts'
import { alarmTime } from '../alarm-time.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { occasionOf, SIA_CODES, summaryOf } from '../occasion.ts'
import { openLinkOf } from '../open-link.ts'
import type { DeliveryAlarm } from '../payload.ts'
import { severityOf } from '../severity.ts'
import type { TemplateFacts } from './render-template.ts'

/** What a station calls cameras and events. */
export interface StationNames {
  account: string
  zone: string
  cameras: readonly { camera: string; account?: string | undefined; zone?: string | undefined }[]
  codes: readonly { class: string; code: string }[]
}

function codeOf(alarm: DeliveryAlarm, codes: StationNames['codes'], found: string | undefined): string {
  const occasion = occasionOf(alarm)
  const own =
    occasion === 'verified' ? codes.find((each) => each.class.toLowerCase() === found?.toLowerCase()) : undefined
  return own?.code ?? SIA_CODES[occasion]
}

const joined = (texts: readonly string[]): string => [...new Set(texts)].join(', ')

/** The values that a template can contain. Each is null or empty where the alarm does not have it. */
export function templateFacts(
  alarm: DeliveryAlarm,
  names: StationNames,
  { id, picture }: { id: string; picture?: string | undefined },
): TemplateFacts {
  const found = bestClass(alarm)
  const line = lineOfCamera(alarm, names.cameras)
  const { site, view, project, company, pictures, score } = alarm
  return {
    summary: summaryOf(alarm, found),
    code: codeOf(alarm, names.codes, found),
    account: line?.account || names.account,
    zone: line?.zone || names.zone,
    verdict: alarm.verdict,
    previousVerdict: alarm.previous?.verdict ?? null,
    type: alarm.type,
    isTrue: alarm.verdict === 'true' && alarm.type !== 'test',
    isCorrection: alarm.type === 'alarm.corrected',
    isTest: alarm.type === 'test',
    class: found ?? null,
    classes: joined(alarm.detections.flatMap((each) => (each.doubt === null ? [each.class] : []))),
    score,
    scorePercent: score === null ? null : Math.round(score * 100),
    reasons: joined(alarm.reasons.map(({ code }) => code)),
    rules: joined(alarm.rules.map(({ name }) => name)),
    plate: alarm.rules.find(({ plate }) => plate !== null)?.plate?.read ?? null,
    'camera.name': view.name,
    'camera.id': view.id,
    'site.name': site.name,
    'site.id': site.id,
    'site.timezone': site.timezone,
    'project.name': project.name,
    'project.id': project.id,
    'company.name': company.name,
    'company.id': company.id,
    receivedAt: alarm.receivedAt,
    receivedAtLocal: alarmTime(alarm.receivedAt, site.timezone, 'offset'),
    receivedAtMs: Date.parse(alarm.receivedAt) || null,
    verdictAt: alarm.at,
    deviceTime: alarm.deviceTime,
    'picture.url': pictures[0]?.url ?? null,
    'picture.base64': picture ?? null,
    pictureCount: pictures.length,
    gatheredCount: alarm.gathered?.alarms.length ?? 0,
    gatheredIds: alarm.gathered?.alarms.join(' ') ?? null,
    severity: severityOf(alarm),
    link: openLinkOf(alarm) ?? null,
    consoleUrl: alarm.consoleUrl,
    'alarm.id': alarm.id,
    'message.id': id,
  }
}
