import type { DeliveryAlarm } from '../payload.ts'
import type { DeliveryMessage } from '../receiver.ts'

/** An alarm in which all fields are filled, with the changes that a test needs. */
export function sampleAlarm(changes: Partial<DeliveryAlarm> = {}): DeliveryAlarm {
  return {
    id: '019a9f30-0000-7000-8000-000000000001',
    type: 'alarm.created',
    at: '2026-03-01T12:00:04.120Z',
    verdict: 'true',
    score: 0.87,
    reasons: [{ code: 'person-moved', params: { score: 0.87 } }, { code: 'outside-masks' }],
    company: { id: '019a9f30-0000-7000-8000-00000000000a', name: 'Nightwatch' },
    project: { id: '019a9f30-0000-7000-8000-00000000000b', name: 'Müller & Söhne' },
    site: { id: '019a9f30-0000-7000-8000-00000000000c', name: 'Depot', timezone: 'Europe/Berlin' },
    view: { id: '019a9f30-0000-7000-8000-00000000000d', name: 'North gate' },
    receivedAt: '2026-03-01T12:00:00.000Z',
    deviceTime: '2026-03-01 12:59:58',
    rules: [],
    detections: [
      {
        picture: 0,
        class: 'person',
        score: 0.87,
        box: { x: 0.1, y: 0.2, width: 0.05, height: 0.3 },
        moved: true,
        doubt: null,
      },
      {
        picture: 0,
        class: 'vehicle',
        score: 0.41,
        box: { x: 0.5, y: 0.5, width: 0.2, height: 0.2 },
        moved: false,
        doubt: null,
      },
      {
        picture: 1,
        class: 'person',
        score: 0.6,
        box: { x: 0.2, y: 0.2, width: 0.05, height: 0.3 },
        moved: true,
        doubt: null,
      },
    ],
    tracks: [],
    pictures: [
      { url: 'https://winnow.example/p/1?sig=abc', takenAt: '2026-03-01T12:00:00.000Z', width: 1280, height: 720 },
      { url: 'https://winnow.example/p/2?sig=def', takenAt: null, width: null, height: null },
    ],
    consoleUrl: 'https://winnow.example/cams/alarms/019a9f30-0000-7000-8000-000000000001',
    ...changes,
  }
}

/** The rule that made the documented alarm true. */
export const SAMPLE_RULE: DeliveryAlarm['rules'][number] = {
  id: '019a9f30-0000-7000-8000-00000000000e',
  name: 'Three at the gate',
  type: 'count',
  category: null,
  held: false,
  plate: null,
}

export const NOW = new Date('2026-03-01T12:00:05.000Z')

/** The first attempt to send a message about the sample alarm. */
export function sampleMessage(changes: Partial<DeliveryMessage> = {}): DeliveryMessage {
  return { id: '019a9f30-0000-7000-8000-0000000000ff', payload: sampleAlarm(), attempt: 1, now: NOW, ...changes }
}
