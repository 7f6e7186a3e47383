import { example, SOME_ID } from './example.ts'
import {
  addMilestone,
  findMilestone,
  MILESTONE_MOTION,
  updateMilestone,
  updateMilestoneCameras,
} from './milestone-system.ts'

const login = { host: '192.0.2.40', port: 443, username: 'winnow', password: 'a password' }
const system = {
  ...login,
  systemId: '3772df00-6ea9-4893-b4b3-6aa944f38861',
  systemName: 'Harbour',
  eventTypes: [{ id: MILESTONE_MOTION, name: 'Motion Started', eventType: 'motion' as const }],
}

export const milestoneExamples = [
  example(addMilestone, { body: system }),
  example(updateMilestone, { body: system }),
  example(findMilestone, { body: login }),
  example(updateMilestoneCameras, {
    body: {
      cameras: [
        {
          cameraSystemId: system.systemId,
          cameraSystemName: system.systemName,
          cameraServerId: '90865ed0-2b09-4602-8c0d-622e6377a6f8',
          cameraServerName: 'Recorder 1',
          cameraId: 'a8a8b9dc-3995-49ed-9b00-62caac2ce74a',
          cameraName: 'North gate',
          groupName: 'Outside',
          viewId: SOME_ID,
        },
      ],
    },
  }),
]
