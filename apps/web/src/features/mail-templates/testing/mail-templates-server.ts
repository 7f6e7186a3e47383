import { listMailTemplates, type MailTemplate, type MailTemplateTrial, tryMailTemplate } from '@winnow/contract'
import type { FakeApi } from '../../../testing/fake-api.ts'

export const buildMailTemplate = (change: Partial<MailTemplate> = {}): MailTemplate => ({
  id: '01900000-0000-7000-8000-000000000601',
  name: 'Station mails',
  system: 'sentinel',
  subject: 'Alarm: {{event}}',
  text: 'SiteID: {{site}}\nCameraNo: {{camera}}',
  exampleSubject: 'Alarm: Intrusion',
  exampleText: 'SiteID: S-0042\nCameraNo: 03',
  version: 1,
  changedAt: '2026-11-26T10:00:00.000Z',
  changedBy: 'Ada',
  ...change,
})

export const buildTrial = (change: Partial<MailTemplateTrial> = {}): MailTemplateTrial => ({
  problems: [],
  matches: true,
  missingLine: null,
  found: { camera: '03', site: 'S-0042', event: 'Intrusion', eventType: 'field', time: null },
  camera: { name: 'North gate', siteName: 'Harbour', needsLogin: false },
  ...change,
})

/** Answers what the tab asks for. */
export const mailTemplatesApi = (api: FakeApi, templates: readonly MailTemplate[] = [buildMailTemplate()]): FakeApi =>
  api.on(listMailTemplates, () => [...templates]).on(tryMailTemplate, () => buildTrial())
