import type { Detector, DetectorsOverview, DetectorTask } from '@winnow/contract'

export const AT = '2026-11-20T01:00:00.000Z'
/** Figures with these hits. */
const measured = (recall: number, reduction: number) => ({
  alarms: 118,
  cameras: 62,
  recall: { hits: recall, of: 63, low: 0.66, high: 0.993 },
  reduction: { hits: reduction, of: 55, low: 0.782, high: 0.96 },
})
const pack = (id: string) => ({
  id,
  title: id,
  licence: 'Apache-2.0',
  source: 'x',
  bytes: 3_660_092,
  isHere: false,
})
/** The built-in detector is in use on one machine, and the known sets are not. */
export const overview = (change: Partial<DetectorsOverview> = {}): DetectorsOverview => ({
  detectors: [],
  builtin: { inUse: true, activeOn: 1, licence: 'MIT', figures: measured(49, 50) },
  sets: [
    { name: 'recommended', packs: [pack('pvb-2003'), pack('yolox-nano')], inUse: false, figures: measured(61, 49) },
    { name: 'fast', packs: [pack('yolox-nano')], inUse: false, figures: null },
  ],
  machines: [{ name: 'a', isUpToDate: true, problems: [] }],
  task: null,
  comparison: null,
  labels: { true: 0, false: 0 },
  ...change,
})
export const detector = (change: Partial<Detector> = {}): Detector => ({
  id: 'ours',
  title: 'Our own',
  version: '1',
  licence: 'MIT',
  source: 'made by us',
  capability: 'detect',
  sees: ['person'],
  bytes: 620,
  inUse: false,
  usedSince: null,
  addedAt: AT,
  addedBy: 'Ada',
  lookMs: 4,
  activeOn: 0,
  problem: null,
  ...change,
})
export const task = (change: Partial<DetectorTask>): DetectorTask => ({
  kind: 'add',
  subject: 'recommended',
  state: 'running',
  step: 'fetch',
  pack: 'pvb-2003',
  done: 1_000_000,
  total: 4_000_000,
  problem: null,
  lookMs: null,
  startedBy: 'Ada',
  startedAt: AT,
  finishedAt: null,
  ...change,
})
