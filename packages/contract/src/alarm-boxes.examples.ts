import { setBoxes } from './alarm-boxes.ts'
import { example } from './example.ts'

export const alarmBoxesExamples = [
  example(setBoxes, {
    params: { frame: '0' },
    body: { boxes: [{ class: 'person', box: { x: 0.2, y: 0.3, width: 0.1, height: 0.4 } }] },
  }),
]
