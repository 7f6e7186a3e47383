import { type ExacqRecorder, findExacq, listExacq, listExacqCameras } from '@winnow/contract'
import type { FakeApi } from '../../../testing/fake-api.ts'

export const buildExacq = (change: Partial<ExacqRecorder> = {}): ExacqRecorder => ({
  id: '01900000-0000-7000-8000-0000000000e1',
  name: 'Warehouse',
  host: '192.0.2.50',
  port: 443,
  serverNumber: 0,
  username: 'winnow',
  hasPassword: true,
  fingerprint: 'AB:CD',
  state: { isUp: true, seenAt: '2026-11-27T06:00:00.000Z', problem: null, setting: null },
  numberOfMappedCameras: 2,
  ...change,
})

/** Adds the replies of a company with a recorder and no cameras. */
export const exacqApi = (api: FakeApi): FakeApi =>
  api
    .on(listExacq, () => [buildExacq()])
    .on(listExacqCameras, () => ({ cameras: [], failures: [] }))
    .on(findExacq, () => ({
      recorder: { name: 'Warehouse', numberOfCameras: 2 },
      certificate: { fingerprint: 'AB:CD', subject: 'recorder', validTo: null, isTrusted: false },
      failure: null,
    }))
