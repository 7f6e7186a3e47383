import { example } from './example.ts'
import { listFaultyCameras } from './home-health.ts'

export const homeHealthExamples = [example(listFaultyCameras, { query: { fault: 'silent' } })]
