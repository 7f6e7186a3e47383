import { example, SOME_ID } from './example.ts'
import { addExacq, findExacq, updateExacq, updateExacqCameras } from './exacq.ts'

const login = { host: '192.0.2.50', port: 443, serverNumber: 0, username: 'winnow', password: 'a password' }
const recorder = { ...login, name: 'Warehouse' }

export const exacqExamples = [
  example(addExacq, { body: recorder }),
  example(updateExacq, { body: recorder }),
  example(findExacq, { body: login }),
  example(updateExacqCameras, {
    body: {
      cameras: [
        {
          cameraSystemId: SOME_ID,
          cameraSystemName: 'Warehouse',
          cameraServerId: '',
          cameraServerName: '',
          cameraId: '65536',
          cameraName: 'North gate',
          groupName: '',
          viewId: SOME_ID,
        },
      ],
    },
  }),
]
