import {
  DEFAULT_HOLIDAY_WINDOW,
  DEFAULT_WEEKLY,
  type NewHolidayLink,
  type ScheduleContent,
  type ScheduleTemplate,
  type Utilisation,
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

/** The number of sites, cameras and rules that follow something. */
export const followersOf = ({ utilisation }: Pick<ScheduleTemplate, 'utilisation'>): number =>
  utilisation.sites + utilisation.views + utilisation.rules

/** The followers of several templates. */
export const sumOfFollowers = (all: readonly Utilisation[]): Utilisation => {
  const sum = (of: keyof Utilisation) => all.reduce((total, utilisation) => total + utilisation[of], 0)
  return { sites: sum('sites'), views: sum('views'), rules: sum('rules') }
}
