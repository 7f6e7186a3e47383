import { example } from '../example.ts'
import { previewReceiver } from './template.ts'

export const receiverTemplateExamples = [
  example(previewReceiver, { body: { format: 'json', template: '{ "camera": "{{camera.name}}" }' } }),
]
