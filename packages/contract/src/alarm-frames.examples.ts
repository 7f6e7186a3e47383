import { getFrameImage, getSignedClip, getSignedFrame } from './alarm-frames.ts'
import { example } from './example.ts'

export const alarmFramesExamples = [
  example(getFrameImage, { params: { position: '0' } }),
  example(getSignedFrame, {
    params: { position: '0' },
    query: { expires: '4102444800', key: 'k1', signature: 'c2lnbmF0dXJl' },
  }),
  example(getSignedClip, {
    params: { side: '640' },
    query: { expires: '4102444800', key: 'k1', signature: 'c2lnbmF0dXJl' },
  }),
]
