import { example } from './example.ts'
import { createSite, createView, setSiteSmtp, updateSite, updateView } from './tree.ts'

export const treeExamples = [
  example(createSite, { body: { name: 'North Quay', timezone: 'Europe/Berlin' } }),
  example(updateSite, {
    body: {
      name: 'South Quay',
      address: '1 Quay Street, Hamburg',
      notes: 'The gate opens at 6.',
      contacts: [{ type: 3, name: 'Ada Lamm', phone: '+49 40 123456', email: null }],
      idleHours: 12,
    },
  }),
  example(setSiteSmtp, { body: { required: false } }),
  example(createView, { body: { name: 'Gate', integration: 'email', wantedClasses: ['person', 'vehicle'] } }),
  example(updateView, { body: { name: 'Main gate', sensitivity: 4 } }),
]
