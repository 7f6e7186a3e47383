import { usePlotArea } from 'recharts'
import css from './stacked-bars.module.css'

interface ColumnLinksProps<Row> {
  rows: readonly Row[]
  describe: (row: Row) => string
  href: (row: Row) => string
  onOpen: (row: Row) => void
  /** The column that Tab stops at. */
  stop: number
  onStop: (index: number) => void
}

/** A link over the full height of each column, so that small bars and empty hours are as easy to hit as tall ones. */
export function ColumnLinks<Row>({ rows, describe, href, onOpen, stop, onStop }: ColumnLinksProps<Row>) {
  const plot = usePlotArea()
  if (!plot) return null
  const width = plot.width / rows.length
  return rows.map((row, index) => (
    <a
      key={href(row)}
      href={href(row)}
      data-column={index}
      tabIndex={index === stop ? 0 : -1}
      aria-label={describe(row)}
      className={css['link']}
      onFocus={() => onStop(index)}
      onClick={(event) => {
        // The browser opens new tabs and windows itself.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen(row)
      }}
    >
      <title>{describe(row)}</title>
      <rect x={plot.x + index * width} y={plot.y} width={width} height={plot.height} />
    </a>
  ))
}
