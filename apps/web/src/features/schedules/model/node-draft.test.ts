import { describe, expect, it } from 'vitest'
import { buildSiteSchedule, buildTemplate, buildViewSchedule, templateId } from '../testing/build-template.ts'
import { asNodeDraft } from './node-draft.ts'

const { weekly, holidayIntervals, closingDays } = buildTemplate(1)
const content = { weekly, holidayIntervals, closingDays }
const template = { templateId: templateId(1), templateName: 'Nights 1' }
const none = { ...buildSiteSchedule(), source: null }
const ofView = (given: object) => buildViewSchedule({ ...none, ...given })

describe('the schedule of a site or camera as a form shows it', () => {
  it.each([
    ['of a site without a schedule', buildSiteSchedule(), 'none'],
    ['of a site that is armed and disarmed', buildSiteSchedule({ deviceType: 2 }), 'armed'],
    ['of a site that follows a template', buildSiteSchedule({ deviceType: 1, ...template, ...content }), 'template'],
    ['of a site with windows of its own', buildSiteSchedule({ deviceType: 1, ...content }), 'own'],
    ['of a camera that follows its site', buildViewSchedule(), 'none'],
    ['of a camera without a schedule', ofView({}), 'none'],
    [
      'of a camera that follows a template at a site without one',
      ofView({ source: 'view', ...template, ...content }),
      'template',
    ],
    ['of a camera with windows of its own at a site without a schedule', ofView({ source: 'view', ...content }), 'own'],
    ['of a camera with windows at a site that is armed', ofView({ source: 'view', deviceType: 2, ...content }), 'own'],
  ])('is %s', (_what, schedule, mode) => {
    expect(asNodeDraft(schedule)).toMatchObject({
      mode,
      template: mode === 'template' ? { id: templateId(1), name: 'Nights 1' } : null,
    })
  })
})
