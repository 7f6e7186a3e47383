import {
  addDwOrganization,
  findDwServers,
  updateDwAlarms,
  updateDwCameras,
  updateDwServers,
} from './digital-watchdog.ts'
import { example, SOME_ID } from './example.ts'

const system = { systemId: '1b7181ce-0227-4d3f-9443-c86aab922d96', systemName: 'Harbour' }

export const digitalWatchdogExamples = [
  example(addDwOrganization, { body: { companyName: 'Harbour Guards', companySecret: 'a-secret-of-16-or-more' } }),
  example(updateDwServers, {
    body: {
      servers: [
        {
          ...system,
          serverId: '5e1e5a4f-33f3-4b1c-9d3c-0a8d0f1d9a11',
          serverName: 'Server 1',
          ipAddress: '192.0.2.30',
          port: 7001,
          username: 'winnow',
          password: 'a password',
        },
      ],
    },
  }),
  example(findDwServers, {
    body: { ipAddress: '192.0.2.30', port: 7001, username: 'winnow', password: 'a password' },
  }),
  example(updateDwCameras, {
    body: {
      cameras: [
        {
          cameraSystemId: system.systemId,
          cameraSystemName: system.systemName,
          cameraServerId: '5e1e5a4f-33f3-4b1c-9d3c-0a8d0f1d9a11',
          cameraServerName: 'Server 1',
          cameraId: '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7',
          cameraName: 'North gate',
          groupName: '',
          viewId: SOME_ID,
        },
      ],
    },
  }),
  example(updateDwAlarms, {
    body: {
      alarms: [
        {
          systemName: 'Harbour',
          cameraServerId: '',
          cameraId: '',
          alarmType: 'analyticsSdkEvent',
          alarmName: 'Line crossing',
          actionType: '',
          alarmEventId: 'nx.base.LineCrossing',
          eventType: 'line',
        },
      ],
    },
  }),
]
