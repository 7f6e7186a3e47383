import {
  findMilestone,
  getMilestone,
  listMilestoneCameras,
  MILESTONE_MOTION,
  type MilestoneSystem,
} from '@winnow/contract'
import type { FakeApi } from '../../../testing/fake-api.ts'

export const buildMilestone = (change: Partial<MilestoneSystem> = {}): MilestoneSystem => ({
  host: '192.0.2.40',
  port: 443,
  username: 'winnow',
  hasPassword: true,
  fingerprint: 'AB:CD',
  systemId: 'site-1',
  systemName: 'Harbour',
  eventTypes: [{ id: MILESTONE_MOTION, name: 'Motion Started', eventType: 'motion' }],
  connection: { isUp: true, seenAt: '2026-11-27T06:00:00.000Z', problem: null, setting: null },
  lastEventAt: '2026-11-27T05:59:00.000Z',
  recorders: [
    {
      id: 'rec-1',
      name: 'Recorder 1',
      host: '192.0.2.41',
      port: 7563,
      isSecure: true,
      fingerprint: '12:34',
      failure: null,
    },
  ],
  gap: null,
  numberOfMappedCameras: 2,
  ...change,
})

/** Adds the replies of a company with a system and no cameras. */
export const milestoneApi = (api: FakeApi): FakeApi =>
  api
    .on(getMilestone, () => buildMilestone())
    .on(listMilestoneCameras, () => ({ cameras: [], failures: [] }))
    .on(findMilestone, () => ({
      system: { id: 'site-1', name: 'Harbour' },
      eventTypes: [
        { id: MILESTONE_MOTION, name: 'Motion Started' },
        { id: 'type-2', name: 'Fence crossed' },
      ],
      certificate: { fingerprint: 'AB:CD', subject: 'vms', validTo: null, isTrusted: false },
      failure: null,
    }))
