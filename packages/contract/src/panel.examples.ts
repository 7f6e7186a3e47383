import { example } from './example.ts'
import { setSitePanel } from './panel.ts'

export const panelExamples = [
  example(setSitePanel, { body: { account: '1234', encryption: 'aes128', arms: false, area: null } }),
]
