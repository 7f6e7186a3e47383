import { setViewStream } from './camera-streams.ts'
import { example } from './example.ts'

export const cameraStreamsExamples = [
  example(setViewStream, {
    body: {
      url: 'rtsp://192.0.2.20:554/Streaming/Channels/102',
      username: 'admin',
      password: 'a password',
      coolDownSeconds: 30,
    },
  }),
]
