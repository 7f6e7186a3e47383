import type { BodyInput, SiteSchedule, setSiteSchedule, ViewSchedule } from '@winnow/contract'
import { asLink } from './holiday-link.ts'
import { newContent, type ContentDraft } from './template-draft.ts'

/**
 * How a site or camera has its schedule: none of its own, that of a template, or windows of its own. `armed`: the site counts while it is
 * armed.
 */
export type ScheduleMode = 'none' | 'template' | 'own' | 'armed'

/** The schedule of a site or camera as a form edits it. */
export interface NodeDraft extends ContentDraft {
  mode: ScheduleMode
  template: { id: string; name: string } | null
}

/** Whether a schedule is the node's own, and not that of the site of a camera. A camera can have one at a site that has none. */
const isOwn = (schedule: SiteSchedule | ViewSchedule): boolean =>
  'source' in schedule ? schedule.source === 'view' : schedule.deviceType !== null

/** Whether this is a site that is armed and disarmed. Its cameras may have schedules of their own, which are unused. */
export const isArmed = (schedule: SiteSchedule | ViewSchedule): boolean =>
  schedule.deviceType === 2 && !('source' in schedule)

/** A schedule for its form. What is chosen instead begins with the times that count now. */
export function asNodeDraft(schedule: SiteSchedule | ViewSchedule): NodeDraft {
  const fresh = newContent()
  const { templateId, templateName, weekly, holidayIntervals, closingDays, holidays } = schedule
  const template = templateId === null ? null : { id: templateId, name: templateName ?? '' }
  const ownMode = template ? 'template' : 'own'
  const mode = !isOwn(schedule) ? 'none' : isArmed(schedule) ? 'armed' : ownMode
  return {
    mode,
    template: mode === 'template' ? template : null,
    weekly: weekly ?? fresh.weekly,
    holidayIntervals: holidayIntervals ?? fresh.holidayIntervals,
    closingDays: closingDays ?? fresh.closingDays,
    holidays: asLink(holidays),
  }
}

/** The body of a draft that is not 'none'. */
export function toNodeBody(draft: NodeDraft, version: number): BodyInput<typeof setSiteSchedule> {
  const { mode, template, weekly, holidayIntervals, closingDays, holidays } = draft
  if (mode === 'armed') return { deviceType: 2, basedOn: { version } }
  const content =
    mode === 'template' ? { templateId: template?.id ?? null } : { weekly, holidayIntervals, closingDays, holidays }
  return { ...content, basedOn: { version } }
}
