import { listWall } from './alarm-wall.ts'
import { example } from './example.ts'

export const alarmWallExamples = [example(listWall, { body: {} })]
