import { example } from './example.ts'
import { createProject, createSite, createView, setSiteSmtp, updateProject, updateSite, updateView } from './tree.ts'

export const treeExamples = [
  example(createProject, { body: { name: 'Harbour' } }),
  example(updateProject, { body: { name: 'Old Harbour' } }),
  example(createSite, { body: { name: 'North Quay', timezone: 'Europe/Berlin' } }),
  example(updateSite, { body: { name: 'South Quay' } }),
  example(setSiteSmtp, { body: { required: false } }),
  example(createView, { body: { name: 'Gate', integration: 'email', wantedClasses: ['person', 'vehicle'] } }),
  example(updateView, { body: { name: 'Main gate', sensitivity: 4 } }),
]
