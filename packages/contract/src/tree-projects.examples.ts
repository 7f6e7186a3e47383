import { example } from './example.ts'
import { createProject, updateProject } from './tree-projects.ts'

export const treeProjectsExamples = [
  example(createProject, { body: { name: 'Harbour' } }),
  example(updateProject, { body: { name: 'Old Harbour' } }),
]
