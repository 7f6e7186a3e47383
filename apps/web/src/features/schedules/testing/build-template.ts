import { DEFAULT_HOLIDAY_WINDOW, type ScheduleTemplate, type SiteSchedule, type ViewSchedule } from '@winnow/contract'

export const templateId = (n: number): string => `01900000-0000-7000-8000-00000000e${String(n).padStart(3, '0')}`

/** A template of nights from Monday to Friday. */
export const buildTemplate = (n: number, given: Partial<ScheduleTemplate> = {}): ScheduleTemplate => ({
  id: templateId(n),
  name: `Nights ${n}`,
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, start: '18:00', end: '06:00' })),
  holidayIntervals: [DEFAULT_HOLIDAY_WINDOW],
  closingDays: [],
  holidays: null,
  version: 3,
  changedAt: '2026-11-20T08:00:00.000Z',
  changedBy: 'Ada',
  utilisation: { sites: 0, views: 0, rules: 0 },
  permission: 'write',
  ...given,
})

/** A site without a schedule. */
export const buildSiteSchedule = (given: Partial<SiteSchedule> = {}): SiteSchedule => ({
  deviceType: null,
  tz: 'Europe/London',
  templateId: null,
  templateName: null,
  weekly: null,
  holidayIntervals: null,
  closingDays: null,
  holidays: null,
  version: 0,
  state: { counts: true, reason: 'always', until: null },
  ...given,
})

/** A camera that follows its site, which follows a template. */
export const buildViewSchedule = (given: Partial<ViewSchedule> = {}): ViewSchedule => {
  const { name, weekly, holidayIntervals, closingDays, holidays } = buildTemplate(1)
  return {
    ...buildSiteSchedule({ deviceType: 1, templateId: templateId(1), templateName: name, version: 7 }),
    weekly,
    holidayIntervals,
    closingDays,
    holidays,
    source: 'site',
    state: { counts: true, reason: 'schedule', until: '2026-11-20T08:00:00.000Z' },
    ...given,
  }
}
