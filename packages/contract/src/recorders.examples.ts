import { example } from './example.ts'
import { addRecorderCameras, lookAtRecorder } from './recorders.ts'

const login = { maker: 'hikvision', host: '192.0.2.64', username: 'admin', password: 'Abcd-1234' } as const

export const recordersExamples = [
  example(lookAtRecorder, { body: login }),
  example(addRecorderCameras, { body: { ...login, channels: ['1', '2'] } }),
]
