import { example } from './example.ts'
import { setSavedFilters } from './saved-filters.ts'

export const savedFiltersExamples = [
  example(setSavedFilters, {
    body: {
      filters: [
        { name: 'Night shift', search: { window: '8h', verdict: 'passed', label: 'unlabelled' }, isDefault: true },
      ],
      version: 0,
    },
  }),
]
