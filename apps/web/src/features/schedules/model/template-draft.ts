import { DEFAULT_HOLIDAY_WINDOW, DEFAULT_WEEKLY, type ScheduleContent, type ScheduleTemplate } from '@winnow/contract'

/** The content of a schedule as a form edits it. */
export type ContentDraft = ScheduleContent

/** A template as a form edits it. */
export interface TemplateDraft extends ContentDraft {
  name: string
}

/** The content of a new schedule. */
export const newContent = (): ContentDraft => ({
  weekly: [...DEFAULT_WEEKLY],
  holidayIntervals: [DEFAULT_HOLIDAY_WINDOW],
  closingDays: [],
})

/** A template for its form. */
export const asTemplateDraft = ({ name, weekly, holidayIntervals, closingDays }: ScheduleTemplate): TemplateDraft => ({
  name,
  weekly,
  holidayIntervals,
  closingDays,
})

/** The number of sites and cameras that follow something. */
export const followersOf = ({ utilisation }: Pick<ScheduleTemplate, 'utilisation'>): number =>
  utilisation.sites + utilisation.views
