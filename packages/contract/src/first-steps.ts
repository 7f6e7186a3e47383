import { z } from 'zod'
import { operation } from './operation.ts'
import { id } from './values.ts'

export const getFirstSteps = operation({
  id: 'home.firstSteps',
  method: 'GET',
  path: '/v1/home/first-steps',
  summary: 'Which of the first steps a new company has done, with the ids at which the next step begins',
  tag: 'Home',
  scope: 'self',
  permission: 'project.create',
  background: true,
  reply: z.object({
    /** The oldest client, site and camera that the caller sees; null if there is none. */
    projectId: id.nullable(),
    siteId: id.nullable(),
    viewId: id.nullable(),
    /** Whether a camera has sent an alarm. A test message does not count. */
    alarm: z.boolean(),
    /** Whether alarms are passed on to a receiver. */
    receiver: z.boolean(),
    /** Whether the company has a second user. */
    colleague: z.boolean(),
  }),
})
