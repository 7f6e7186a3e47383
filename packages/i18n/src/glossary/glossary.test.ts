import { expect, test } from 'vitest'
import { glossaryFaults } from '../check/glossary-faults.ts'
import { TERMS } from './glossary.ts'
import { GLOSSARIES } from './index.ts'

test.each(Object.entries(GLOSSARIES))(
  '%s uses every term of its glossary, and none that it forbids',
  (_locale, glossary) => {
    expect(Object.keys(glossary.terms)).toEqual([...TERMS])
    const used = Object.entries(glossary.terms).map(
      ([term, how]) => [term, typeof how === 'string' ? how : how.use] as const,
    )
    expect(glossaryFaults(new Map(used), glossary)).toEqual([])
  },
)
