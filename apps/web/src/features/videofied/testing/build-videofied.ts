import { getVideofied, type Videofied, type VideofiedPanel } from '@winnow/contract'
import type { FakeApi } from '../../../testing/fake-api.ts'

export const buildVideofiedPanel = (changes: Partial<VideofiedPanel> = {}): VideofiedPanel => ({
  siteId: '01900000-0000-7000-8000-000000000501',
  siteName: 'Quay',
  serial: 'E760491513080214',
  seenAt: null,
  lastEvent: null,
  problem: null,
  detectors: [],
  ...changes,
})

/** A company with one panel that has not called yet. */
export const videofiedApi = (api: FakeApi, changes: Partial<Videofied> = {}): FakeApi =>
  api.on(getVideofied, () => ({
    server: { host: 'alarms.winnow.example', port: 9888, onlyHere: false },
    panels: [buildVideofiedPanel()],
    unknown: null,
    ...changes,
  }))
