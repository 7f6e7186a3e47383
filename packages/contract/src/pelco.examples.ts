import { example } from './example.ts'
import { addPelcoCamera } from './pelco.ts'

export const pelcoExamples = [example(addPelcoCamera, { body: { serialNumber: '1234-5678-9012', name: 'North gate' } })]
