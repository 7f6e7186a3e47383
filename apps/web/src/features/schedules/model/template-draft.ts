import {
  DEFAULT_HOLIDAY_WINDOW,
  DEFAULT_WEEKLY,
  type NewHolidayLink,
  type ScheduleContent,
  type ScheduleTemplate,
} from '@winnow/contract'
import { asLink } from './holiday-link.ts'

/** The content of a schedule as a form edits it. */
export interface ContentDraft extends ScheduleContent {
  holidays: NewHolidayLink | null
}

/** A template as a form edits it. */
export interface TemplateDraft extends ContentDraft {
  name: string
}

/** The content of a new schedule. */
export const newContent = (): ContentDraft => ({
  weekly: [...DEFAULT_WEEKLY],
  holidayIntervals: [DEFAULT_HOLIDAY_WINDOW],
  closingDays: [],
  holidays: null,
})

/** A template for its form. */
export const asTemplateDraft = (template: ScheduleTemplate): TemplateDraft => {
  const { name, weekly, holidayIntervals, closingDays, holidays } = template
  return { name, weekly, holidayIntervals, closingDays, holidays: asLink(holidays) }
}

/** The number of sites and cameras that follow something. */
export const followersOf = ({ utilisation }: Pick<ScheduleTemplate, 'utilisation'>): number =>
  utilisation.sites + utilisation.views
