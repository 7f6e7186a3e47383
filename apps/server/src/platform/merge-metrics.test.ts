import { expect, it } from 'vitest'
import { mergeMetrics } from './merge-metrics.ts'

it('merged metrics contain each metric once, with the values of all processes below its help and type', () => {
  const of = (process: string, value: number) =>
    `# HELP up Whether it is up\n# TYPE up gauge\nup{process="${process}"} ${value}\n`
  const own = `${of('main', 1)}\n# HELP only Here alone\n# TYPE only counter\nonly{process="main"} 3\n`
  expect(mergeMetrics([own, of('intake', 0)])).toBe(
    [
      '# HELP up Whether it is up\n# TYPE up gauge\nup{process="main"} 1\nup{process="intake"} 0\n',
      '# HELP only Here alone\n# TYPE only counter\nonly{process="main"} 3\n',
    ].join('\n'),
  )
})
