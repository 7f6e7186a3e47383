import type { Alarm, AlarmRow, Detection, Frame } from '@winnow/contract'

/** Returns an id that sorts by `n`, as a later UUIDv7 sorts after an earlier one. */
export function alarmId(n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

export const VIEW_ID = '01900000-0000-7000-8000-aaaaaaaaaaa1'
export const SITE_ID = '01900000-0000-7000-8000-aaaaaaaaaaa2'
export const PROJECT_ID = '01900000-0000-7000-8000-aaaaaaaaaaa3'

const START = Date.UTC(2026, 10, 20, 1, 0, 0)

/** The list row of the `n`-th alarm. A higher `n` is a newer alarm. */
export function buildRow(n: number, overrides: Partial<AlarmRow> = {}): AlarmRow {
  return {
    id: alarmId(n),
    viewId: VIEW_ID,
    viewName: 'Yard north',
    siteId: SITE_ID,
    siteName: 'Harbour depot',
    projectId: PROJECT_ID,
    projectName: 'Acme logistics',
    timezone: 'Europe/London',
    receivedAt: new Date(START + n * 1000).toISOString(),
    eventType: 'motion',
    verdict: 'true',
    verdictAt: new Date(START + n * 1000 + 800).toISOString(),
    score: 0.87,
    classes: ['person'],
    groundTruth: null,
    labelReason: null,
    noteCount: 0,
    frameCount: 3,
    isTest: false,
    outside: null,
    version: 1,
    rule: null,
    ...overrides,
  }
}

export function buildDetection(overrides: Partial<Detection> = {}): Detection {
  return {
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.87,
    box: { x: 0.4, y: 0.3, width: 0.1, height: 0.4 },
    moved: true,
    masked: false,
    static: false,
    counted: true,
    doubt: null,
    model: 'built-in',
    ...overrides,
  }
}

export function buildFrame(alarm: string, position: number, overrides: Partial<Frame> = {}): Frame {
  return {
    position,
    kind: 'still',
    url: `/api/v1/alarm/${alarm}/frame/${position}/image`,
    original: { type: 'image/jpeg', bytes: 120_000 },
    problem: null,
    width: 1280,
    height: 720,
    offsetMs: position * 500,
    motion: [],
    ...overrides,
  }
}

/** The complete `n`-th alarm with three pictures and a person on the second. */
export function buildAlarm(n: number, overrides: Partial<Alarm> = {}): Alarm {
  const row = buildRow(n, overrides)
  return {
    ...row,
    companyId: '01900000-0000-7000-8000-aaaaaaaaaaa4',
    deviceTime: '2026-11-20 01:00:00',
    lastSignalAt: row.receivedAt,
    source: 'smtp',
    vendor: 'hikvision',
    event: 'Motion Detection',
    deadlineAt: new Date(Date.parse(row.receivedAt) + 15_000).toISOString(),
    releasedAt: row.verdictAt,
    reasons: [{ code: 'person-detected', params: { frame: 1, score: 0.87 } }],
    problems: [],
    detections: [buildDetection({ frame: 1 })],
    boxesRemoved: false,
    masks: [
      [
        [0, 0],
        [0.2, 0],
        [0.2, 0.2],
      ],
    ],
    clips: [],
    frames: [0, 1, 2].map((position) => buildFrame(row.id, position)),
    model: { packs: [{ id: 'built-in', version: '1' }], parameters: 'default' },
    timings: { decode: 40, motion: 12, detect: 310, decide: 1, total: 363 },
    plates: null,
    tracks: null,
    rules: [],
    cusGroundTruth: row.groundTruth,
    supGroundTruth: null,
    labelledBy: null,
    labelledAt: null,
    labels: [],
    signalCount: 1,
    byHand: null,
    deliveries: [],
    ...overrides,
  }
}
