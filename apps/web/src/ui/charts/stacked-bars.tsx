import { type KeyboardEvent, useRef, useState } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { ColumnLinks } from './column-links.tsx'
import css from './stacked-bars.module.css'

export interface Series<Row> {
  key: keyof Row & string
  name: string
  /** CSS colour, as a token. */
  color: string
}

interface StackedBarsProps<Row> {
  /** The question that the chart answers. */
  label: string
  rows: readonly Row[]
  series: readonly Series<Row>[]
  /** The text below the bar, shown where there is space; empty for none. */
  tick: (row: Row) => string
  /** A text description of the bar. */
  describe: (row: Row) => string
  /** The address of the rows behind the bar. */
  href: (row: Row) => string
  onOpen: (row: Row) => void
  height?: number
}

/** Stacked bars from zero. Each bar is a link to the rows it counts. The chart is one Tab stop, and arrow keys move between its bars. */
export function StackedBars<Row extends object>({
  label,
  rows,
  series,
  tick,
  describe,
  href,
  onOpen,
  height = 240,
}: StackedBarsProps<Row>) {
  const { number } = useFormats()
  const group = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(rows.length - 1)
  const stop = Math.min(Math.max(0, current), rows.length - 1)

  // The texts by the address of their bar, which is unique. The chart leaves some of them out if there is too little space.
  const ticks = new Map(rows.flatMap((row) => (tick(row) === '' ? [] : [[href(row), tick(row)]])))

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next === undefined || next < 0 || next >= rows.length) return
    event.preventDefault()
    setCurrent(next)
    group.current?.querySelector<SVGAElement>(`a[data-column="${next}"]`)?.focus()
  }

  return (
    <figure className={css['figure']}>
      <figcaption className={css['legend']}>
        <span className="wn-visually-hidden">{label}</span>
        {series.map((entry) => (
          <span key={entry.key} className={css['entry']}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={entry.color} />
            </svg>
            {entry.name}
          </span>
        ))}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the bars inside have the focus; this only moves the focus */}
      <div ref={group} className={css['plot']} style={{ height }} onKeyDown={onKeyDown}>
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height }}>
          <BarChart
            data={rows}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            barCategoryGap="16%"
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--wn-border)" />
            <XAxis
              dataKey={href}
              ticks={[...ticks.keys()]}
              tickFormatter={(at: string) => ticks.get(at) ?? ''}
              interval="preserveStart"
              minTickGap={8}
              tickLine={false}
              axisLine={{ stroke: 'var(--wn-border)' }}
              tick={{ fill: 'var(--wn-text-muted)', fontSize: 12 }}
            />
            <YAxis
              width="auto"
              domain={[0, 'auto']}
              allowDecimals={false}
              tickLine={false}
              axisLine={false}
              tickFormatter={(value: number) => number(value)}
              tick={{ fill: 'var(--wn-text-muted)', fontSize: 12 }}
            />
            <ColumnLinks rows={rows} describe={describe} href={href} onOpen={onOpen} stop={stop} onStop={setCurrent} />
            {series.map((entry) => (
              <Bar
                key={entry.key}
                dataKey={(row: Row) => Number(row[entry.key])}
                name={entry.name}
                stackId="bars"
                fill={entry.color}
                isAnimationActive={false}
                className={css['bar']}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
